/** Orders texts by their code units: the same everywhere, whatever the locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
