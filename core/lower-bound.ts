/** Where a number stands in an ascending list, or would stand. */
export const lowerBound = (ascending: readonly number[], number: number): number => {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
