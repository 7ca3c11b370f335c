import { isJsonObject, type JsonObject } from "../read-frame.ts"

/** The form of a skill's name in the extension. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST = { name: 64, description: 1_024, compatibility: 500 } as const

/** Why a skill with these fields may not be listed; undefined when it may. */
export const fieldFault = (fields: JsonObject): string | undefined =>
  nameFault(fields.name) ??
  descriptionFault(fields.description) ??
  compatibilityFault(fields.compatibility) ??
  metadataFault(fields.metadata)

const nameFault = (name: unknown): string | undefined => {
  if (typeof name !== "string") return "its name is missing or no text"
  if (name.length <= LONGEST.name && NAME.test(name)) return undefined
  return `its name is not of 1 to ${LONGEST.name} small Latin letters, digits and single hyphens between them`
}

const descriptionFault = (description: unknown): string | undefined => {
  if (typeof description !== "string" || description.trim() === "") return "it has no description"
  return tooLong("description", description, LONGEST.description)
}

const compatibilityFault = (compatibility: unknown): string | undefined => {
  if (compatibility === undefined) return undefined
  if (typeof compatibility !== "string" || compatibility === "") return "its compatibility is empty or no text"
  return tooLong("compatibility", compatibility, LONGEST.compatibility)
}

const metadataFault = (metadata: unknown): string | undefined => {
  if (metadata === undefined) return undefined
  if (!isJsonObject(metadata)) return "its metadata is no mapping"
  const wrong = Object.keys(metadata).find((key) => typeof metadata[key] !== "string")
  return wrong === undefined
    ? undefined
    : `its metadata has a value that is no text (${wrong.slice(0, 60)}): put it in quotes`
}

const tooLong = (what: string, text: string, most: number): string | undefined => {
  const length = [...text].length
  return length <= most ? undefined : `its ${what} has ${length} characters, more than ${most}`
}
