/** One judged example: the evidence and whether the candidate was right. */
export interface Example {
  readonly values: readonly number[]
  readonly isRight: boolean
  /** How much the example counts. */
  readonly weight: number
}

/** A fitted line through the evidence. */
export interface Fit {
  readonly bias: number
  readonly weights: readonly number[]
}

const ROUNDS = 1_500
const RATE = 0.3
const SHRINK = 1e-3

/** Logistic regression by gradient descent with adaptive steps; deterministic. Values are standardised inside. */
export const fitLogistic = (examples: readonly Example[]): Fit => {
  const width = examples[0]?.values.length ?? 0
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const columns = Array.from({ length: width }, (_, at) => examples.map(({ values }) => values[at] ?? 0))
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length)
  const spreads = columns.map(
    (column, at) =>
      Math.sqrt(column.reduce((sum, value) => sum + (value - (means[at] ?? 0)) ** 2, 0) / column.length) || 1,
  )
  const rows = examples.map(({ values }) => values.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)))
  const weights: number[] = new Array(width).fill(0)
  const speeds: number[] = new Array(width).fill(1e-4)
  let bias = 0
  let biasSpeed = 1e-4
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight) => SHRINK * weight)
    let biasSlope = 0
    for (const [at, row] of rows.entries()) {
      const example = examples[at]
      if (example === undefined) continue
      const miss =
        ((sigmoid(row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), bias)) - Number(example.isRight)) *
          example.weight) /
        total
      for (const [k, value] of row.entries()) slopes[k] = (slopes[k] ?? 0) + miss * value
      biasSlope += miss
    }
    for (const [k, slope] of slopes.entries()) {
      speeds[k] = (speeds[k] ?? 0) + slope * slope
      weights[k] = (weights[k] ?? 0) - (RATE * slope) / Math.sqrt(speeds[k] ?? 1)
    }
    biasSpeed += biasSlope * biasSlope
    bias -= (RATE * biasSlope) / Math.sqrt(biasSpeed)
  }
  const scaled = weights.map((weight, at) => weight / (spreads[at] ?? 1))
  return { bias: scaled.reduce((sum, weight, at) => sum - weight * (means[at] ?? 0), bias), weights: scaled }
}

/** How sure a fit is of an example, 0-1. */
export const proofOf = ({ bias, weights }: Fit, values: readonly number[]): number =>
  sigmoid(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias))

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
