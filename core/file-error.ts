/** Why a path cannot be read, in words. */
export const unreadable = (error: unknown): string => {
  const code = codeOf(error)
  if (code === "EACCES" || code === "EPERM") return "no permission to read it: change its mode or owner"
  if (code === "ELOOP") return "its symbolic links go round in a circle"
  return `it cannot be read (${code ?? String(error)})`
}

/** True when an error says that a path is not there. */
export const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR"

/** The file system's word for an error; undefined for errors of another kind. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
