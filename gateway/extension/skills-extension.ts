import type { Library } from "../library.ts"
import type { Notify } from "../method.ts"
import type { Part } from "../part.ts"
import type { Extension } from "./extension.ts"

const EXTENSION_CAPABILITIES = {
  resources: { listChanged: true },
  extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
} as const

export interface SkillsExtensionOptions {
  /** Opens the library, or gives the one that is open. */
  readonly openLibrary: () => Promise<Library>
  readonly notify: Notify
  readonly report: (message: string, cause: unknown) => void
}

/** The MCP Skills extension (SEP-2640) as a part of the gateway. Loads nothing before it is asked for something. */
export const skillsExtension = ({ openLibrary, notify, report }: SkillsExtensionOptions): Part => {
  let opened: Promise<Extension> | undefined
  const open = (): Promise<Extension> => {
    opened ??= openLibrary().then(async (library) => {
      const { openExtension } = await import("./extension.ts")
      return openExtension({ library, notify, report })
    })
    return opened
  }
  return {
    capabilities: () => EXTENSION_CAPABILITIES,
    methods: new Map([
      ["skills/list", async (params, call) => (await open()).listSkills(params, call)],
      ["skills/get", async (params, call) => (await open()).getSkill(params, call)],
      ["resources/directory/read", async (params, call) => (await open()).readDirectory(params, call)],
    ]),
    resources: {
      schemes: ["skill"],
      list: async (cursor, call) => (await open()).listResources(cursor, call),
      templates: async () => (await open()).templates,
      read: async (params, call) => (await open()).readResource(params, call),
    },
  }
}
