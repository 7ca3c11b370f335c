/**
 * What went wrong, as a word a program can act on:
 * - `E_INVALID_INPUT` wrong or out-of-range input
 * - `E_NOT_FOUND` no such skill
 * - `E_FORBIDDEN` a path outside the roots
 * - `E_SECTION_NOT_FOUND` no such heading in the skill
 * - `E_UNAVAILABLE` no root at all, or a file or the upstream cannot be reached
 */
export type ErrorCode = "E_INVALID_INPUT" | "E_NOT_FOUND" | "E_FORBIDDEN" | "E_SECTION_NOT_FOUND" | "E_UNAVAILABLE"

/** The one error this package throws on purpose: a code, a message for people, and the original error as `cause`. */
export class SkillFinderError extends Error {
  override readonly name = "SkillFinderError"
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
