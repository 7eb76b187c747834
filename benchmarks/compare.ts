// Runs two measures in turns and returns their ratio. On a shared machine only measures from the same
// minutes can be compared. Medians are printed with the least and the greatest value.

/** Events per second, and the 99th percentile of their times if measured. */
export type Rate = {
  readonly perSecond: number
  readonly p99Ms?: number
}

/** Time of one event in milliseconds. */
type Duration = { readonly ms: number }

export type Measure = Rate | Duration

export type Claim = {
  /** The row in the table of goals, such as `1b`. */
  readonly row: string
  readonly measure: string
  readonly rival: string
  /** The minimum ratio of ours to the rival's; the maximum if `isMaximum` is true. Null: no goal. */
  readonly goal: number | null
  readonly isMaximum?: boolean
  readonly measureOurs: () => Promise<Measure>
  readonly measureRival: () => Promise<Measure>
}

export type Spread = { readonly median: number; readonly least: number; readonly greatest: number }

export type Finding = {
  readonly row: string
  readonly measure: string
  readonly rival: string
  readonly goal: string
  readonly ratio: Spread
  readonly unit: 'a second' | 'ms' | 'MiB' | 'points'
  readonly ours: Spread
  readonly theirs: Spread
  readonly p99Ms: Spread | null
  /** Additional figures without a rival, by name. */
  readonly also?: Readonly<Record<string, number>>
  readonly reached: boolean
}

/** Measures the rival and ours in turns. `rounds` should be at least 3: fewer show no spread. */
export async function compare(claim: Claim, rounds: number): Promise<Finding> {
  const ours: Measure[] = []
  const theirs: Measure[] = []
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await claim.measureRival())
    ours.push(await claim.measureOurs())
  }
  const ourFigures = ours.map(figureOf)
  const theirFigures = theirs.map(figureOf)
  const ratio = spreadOf(
    ourFigures.map((each, round) => each / (theirFigures[round] ?? Number.NaN)),
  )
  process.stderr.write(`row ${claim.row}: ${spreadText(ratio, 2)}\n`)
  const p99Times = ours.flatMap((each) => ('ms' in each ? [] : (each.p99Ms ?? [])))
  return {
    row: claim.row,
    measure: claim.measure,
    rival: claim.rival,
    goal: claim.goal === null ? 'told' : `${claim.isMaximum === true ? '<=' : '>='} ${claim.goal}`,
    ratio,
    unit: ours.some((each) => 'ms' in each) ? 'ms' : 'a second',
    ours: spreadOf(ourFigures),
    theirs: spreadOf(theirFigures),
    p99Ms: p99Times.length === 0 ? null : spreadOf(p99Times),
    reached: isReached(claim, ratio.median),
  }
}

/** Compares one claim after the other. */
export async function compareAll(claims: readonly Claim[], rounds: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const claim of claims) findings.push(await compare(claim, rounds))
  return findings
}

function isReached({ goal, isMaximum }: Claim, ratio: number): boolean {
  if (goal === null) return true
  return isMaximum === true ? ratio <= goal : ratio >= goal
}

function figureOf(measure: Measure): number {
  return 'ms' in measure ? measure.ms : measure.perSecond
}

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    least: sorted[0] ?? Number.NaN,
    greatest: sorted.at(-1) ?? Number.NaN,
  }
}

export function spreadText({ median, least, greatest }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${greatest.toFixed(digits)})`
}

/** Returns the 99th percentile of times in milliseconds. */
export function p99Of(timesMs: readonly number[]): number {
  const sorted = timesMs.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

/** Aligns the columns of a table; the first line is its head. */
export function tableOf(lines: readonly (readonly string[])[]): string {
  const columns = lines[0] ?? []
  const widths = columns.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
