import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Outputs } from "../../build.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Licences that ask for no more than that their text is kept. */
const ALLOWED = new Set(["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Python-2.0"])

/** Development dependencies under another licence or without a named one; nothing of these is shipped. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // BlueOak-1.0.0 is as permissive as MIT: what c8 finds its files with.
  glob: "BlueOak-1.0.0",
  "lru-cache": "BlueOak-1.0.0",
  minimatch: "BlueOak-1.0.0",
  minipass: "BlueOak-1.0.0",
  "path-scurry": "BlueOak-1.0.0",
  // The later name of Python-2.0; only markdown-it's own command uses it.
  argparse: "PSF-2.0",
  // The platform packages of opencode name none; opencode is under MIT.
  "opencode-linux-x64": "none",
}

/** The packages in the bundles, each with its bytes in the bundle that holds most of it. */
export const bundledPackages = (outputs: Outputs): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>()
  for (const { inputs } of Object.values(outputs)) {
    const own = new Map<string, number>()
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(path)
      if (name !== undefined) own.set(name, (own.get(name) ?? 0) + bytesInOutput)
    }
    for (const [name, bytes] of own) sizes.set(name, Math.max(bytes, sizes.get(name) ?? 0))
  }
  return new Map([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Each locked package with its licence, `none` where its manifest has none. */
export const lockedLicences = (): readonly (readonly [name: string, licence: string])[] => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(read("package-lock.json"))
  return Object.entries(packages).flatMap(([path, { license = "none", link }]): [string, string][] => {
    const name = packageOf(path)
    return name === undefined || link === true ? [] : [[name, license]]
  })
}

type Locked = { readonly license?: string; readonly link?: boolean }

/** Whether a licence expression leaves us one that is allowed: of alternatives one is enough. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((one) => ALLOWED.has(one))

/** Whether a licence was looked at and let pass for a package that is not shipped. */
export const isExcepted = (name: string, licence: string): boolean => EXCEPTIONS[name] === licence

/** The headings of THIRD_PARTY_NOTICES.md that name a package and its licence. */
export const notices = (): readonly (readonly [name: string, licence: string])[] =>
  [...read("THIRD_PARTY_NOTICES.md").matchAll(/^## ([a-z@][\w./@-]*) \((.+)\)$/gm)].map(
    ([, name = "", licence = ""]) => [name, licence],
  )

export interface DependencyRow {
  readonly name: string
  readonly licence: string
  /** As written, such as `70 kB`. */
  readonly size: string
}

/** The rows of the tables of dependencies in docs/contributing.md. */
export const dependencyRows = (): readonly DependencyRow[] =>
  [...read("docs/contributing.md").matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name = "", licence = "", size = ""]) => ({ name, licence: licence.trim(), size: size.trim() }),
  )

const packageOf = (path: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")
