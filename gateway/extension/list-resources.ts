import { readCursor, toCursor } from "../cursor.ts"
import type { Call } from "../method.ts"
import type { Page } from "../part.ts"
import type { JsonObject } from "../read-frame.ts"
import type { Catalogue, View } from "./catalogue.ts"
import { type PlacedSkill, SCHEME } from "./skill-uri.ts"

/** Skills looked at for a page. */
const MOST_CHECKED = 200
/** Skills looked at side by side. */
const ABREAST = 20
/** opencode gives its model the whole list: there a description is only a reminder. */
const SHORT = 100

/** One page of the SKILL.md files of all listed skills. Other files are found by the skill's manifest or its folders. */
export const listResources = async (
  catalogue: Catalogue,
  cursor: string | undefined,
  call: Call,
): Promise<ListedResources> => {
  const [, ...after] = readCursor(cursor, isPosition) ?? []
  const view = await catalogue.look(call.signal)
  const left = view.behind(cursor === undefined ? undefined : after)
  const page = left.slice(0, MOST_CHECKED)
  const items: JsonObject[] = []
  const most = call.client?.name === "opencode" ? SHORT : undefined
  for (let at = 0; at < page.length; at += ABREAST) {
    call.signal.throwIfAborted()
    const found = await Promise.all(page.slice(at, at + ABREAST).map((placed) => toResource(placed, view, most)))
    items.push(...found.filter((one) => one !== undefined))
  }
  const last = page.at(-1)
  const nextCursor =
    last !== undefined && page.length < left.length ? toCursor(["resources", ...last.place]) : undefined
  return { page: { items, nextCursor }, view }
}

/** A page, and what it was taken from. */
export interface ListedResources {
  readonly page: Page
  readonly view: View
}

const isPosition = (value: unknown): value is readonly ["resources", ...string[]] =>
  Array.isArray(value) && value.length >= 2 && value[0] === "resources" && value.every((one) => typeof one === "string")

const toResource = async (
  { skill, uri }: PlacedSkill,
  view: View,
  most: number | undefined,
): Promise<JsonObject | undefined> => {
  if (!view.isListed(skill)) return undefined
  const { fault, ...checked } = await view.check(skill)
  if (fault !== undefined || !("fields" in checked)) return undefined
  const { name, description } = checked.fields
  return {
    uri,
    name,
    description: most === undefined ? description : shortened(String(description), most),
    mimeType: "text/markdown",
    size: checked.own.size,
  }
}

const shortened = (text: string, most: number): string => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`
}

/** How the URIs of all files look. */
export const TEMPLATES: readonly JsonObject[] = [
  {
    uriTemplate: `${SCHEME}://{+path}`,
    name: "skill-file",
    title: "File of a skill",
    description: "A file of an installed skill; skills/list and resources/directory/read give the paths.",
  },
]
