// Run under preload.mjs: what init works out on Windows, printed as JSON. The disk is the real one, so that files are
// where a test has put them under names such as `C:\bin\opencode.exe`.
import { configPlaces, newConfigPath } from "../../../cli/config/config-places.ts"
import { createIdentify, toPluginPath } from "../../../cli/config/identify.ts"
import { createText } from "../../../cli/config/install-text.ts"
import { locateOpencode, toArgv } from "../../../cli/host/find-opencode.ts"
import { ownInstallation, toCommand } from "../../../cli/installation.ts"

const home = "C:\\Users\\Ж Me"
const dist = "C:\\Program Files\\nodejs\\node_modules\\skill-finder-mcp\\dist"
const node = "C:\\Program Files\\nodejs\\node.exe"
const installation = ownInstallation(`${dist}\\cli.js`)
const environment = {
  cwd: "D:\\My Work\\app",
  home,
  env: { APPDATA: `${home}\\AppData\\Roaming`, ProgramData: "E:\\Data" },
}
const identify = createIdentify({ installation, cwd: environment.cwd, knownDists: ["D:\\moved\\dist"] })
const file = `${home}\\.config\\opencode\\opencode.jsonc`

console.log(
  JSON.stringify({
    installation,
    fromSources: ownInstallation("D:\\src\\cli\\installation.ts"),
    byNode: toCommand(installation, "node", node),
    byOpencode: toCommand(installation, "opencode", node),
    underOpencode: toCommand(installation, "node", "C:\\bin\\opencode.exe"),
    text: createText({ plugin: installation.plugin, command: toCommand(installation, "node", node) }),
    places: configPlaces(environment).map(({ path, scope }) => `${scope} ${path}`),
    newGlobal: newConfigPath(environment, "global"),
    newProject: newConfigPath(environment, "project"),
    pluginPaths: [".\\x", "..\\x", "./x", "C:\\x", "x", "x\\y"].map((spec) => toPluginPath(spec, file) ?? null),
    plugins: [
      "C:\\gone\\node_modules\\skill-finder-mcp\\dist\\plugin",
      "C:/gone/node_modules/skill-finder-mcp/dist/plugin",
      "D:\\moved\\dist\\plugin",
      "D:\\other\\dist\\plugin",
    ].map((spec) => identify.plugin(spec, file)),
    servers: [
      [node, "C:\\gone\\skill-finder-mcp\\dist\\gateway.js"],
      [node, "C:\\gone\\dist\\server.js"],
      ["C:\\Users\\me\\AppData\\Roaming\\npm\\skill-finder-mcp.cmd", "serve"],
    ].map((command) => identify.server(command)),
    opencode: locateOpencode({ env: { Path: "C:\\none;C:\\bin" }, home, cwd: environment.cwd }),
    ownOpencode: locateOpencode({ env: { Path: "C:\\none" }, home, cwd: environment.cwd }),
    wrapper: toArgv("C:\\npm\\opencode.cmd", node),
    program: toArgv("C:\\bin\\opencode.exe", node),
  }),
)
