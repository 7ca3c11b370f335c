import type { Library } from "../library.ts"
import type { Call, Notify } from "../method.ts"
import type { Page } from "../part.ts"
import type { JsonObject } from "../read-frame.ts"
import { openCatalogue, type View } from "./catalogue.ts"
import { getSkill } from "./get-skill.ts"
import { listResources, TEMPLATES } from "./list-resources.ts"
import { listSkills } from "./list-skills.ts"
import { readDirectory } from "./read-directory.ts"
import { readResource } from "./read-resource.ts"
import { createChangeTeller } from "./tell-changes.ts"

/** The Skills extension at work on a library. */
export interface Extension {
  readonly listSkills: Answer
  readonly getSkill: Answer
  readonly readDirectory: Answer
  readonly readResource: Answer
  readonly listResources: (cursor: string | undefined, call: Call) => Promise<Page>
  readonly templates: readonly JsonObject[]
}

type Answer = (params: JsonObject, call: Call) => Promise<JsonObject>

export interface ExtensionOptions {
  readonly library: Library
  readonly notify: Notify
  readonly report: (message: string, cause: unknown) => void
}

/** Opens the extension. Only this module and what it imports know of `core/`, as with the tools. */
export const openExtension = ({ library, notify, report }: ExtensionOptions): Extension => {
  const catalogue = openCatalogue(library)
  const teller = createChangeTeller({ catalogue, tell: () => notify("notifications/resources/list_changed") })
  const reportFailure = (error: unknown): void => report("telling of changed skills failed", error)
  library.onChange(() => void teller.changed().catch(reportFailure))

  // Behind the answer, which need not wait for the rest of the library.
  const seen = (view: View): void => void setImmediate(() => teller.seen(view).catch(reportFailure))
  return {
    listSkills: async (params, { signal }) => {
      const { answer, view } = await listSkills(catalogue, params, signal)
      seen(view)
      return answer
    },
    getSkill: (params, { signal }) => getSkill(catalogue, params, signal),
    readDirectory: (params, { signal }) => readDirectory(catalogue, params, signal),
    readResource: (params, { signal }) => readResource(catalogue, params, signal),
    listResources: async (cursor, call) => {
      const { page, view } = await listResources(catalogue, cursor, call)
      seen(view)
      return page
    },
    templates: TEMPLATES,
  }
}
