/**
 * How many single letters must be inserted, deleted, replaced or swapped with their neighbour to turn `a` into `b`
 * (optimal string alignment). Stops early and returns `most + 1` once the distance is beyond `most`.
 */
export const editDistance = (a: string, b: string, most = Number.POSITIVE_INFINITY): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(cell(row, j) + 1, cell(next, j - 1) + 1, cell(row, j - 1) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, cell(before, j - 2) + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = row
    row = next
  }
  return Math.min(cell(row, b.length), most + 1)
}

const cell = (row: readonly number[], at: number): number => row[at] ?? 0
