// Declares how long data is kept, so that SQL and documents name the same period.

export type Period = {
  readonly count: number
  readonly unit: 'seconds' | 'hours' | 'days' | 'months'
}

/** Returns SQL of the period as an interval. */
export const sqlPeriod = ({ count, unit }: Period): string => `interval '${count} ${unit}'`

/** Returns the period in English, such as `1 day`. */
export const periodText = ({ count, unit }: Period): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
