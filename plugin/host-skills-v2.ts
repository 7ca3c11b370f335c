import { toList, toRecord, toText } from "./to-record.ts"

/** A skill as V2 itself knows it. */
export interface HostSkill {
  readonly id: string
  /** False when the host or the user wants it never to be offered unasked. */
  readonly autoinvoke: boolean
}

/** The host's skills by the path of their file, links resolved; V2's own word for the path has changed over time. */
export const toHostSkills = (answer: unknown): ReadonlyMap<string, HostSkill> => {
  const list = Array.isArray(answer) ? answer : toList(toRecord(answer).data)
  return new Map(
    list.flatMap((one) => {
      const { id, path, location, autoinvoke } = toRecord(one)
      const file = toText(path) ?? toText(location)
      const known = toText(id)
      return file === undefined || known === undefined ? [] : [[file, { id: known, autoinvoke: autoinvoke !== false }]]
    }),
  )
}
