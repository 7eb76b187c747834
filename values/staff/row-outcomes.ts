// Lists what an action may do with a row of a file, in the order in which a preview shows the rows.

export const rowOutcomes = [
  'refused',
  'different',
  'removed',
  'left_out',
  'changed',
  'new',
  'unchanged',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** The words of each outcome on the screen. */
export const outcomeWords = {
  refused: 'Refused',
  different: 'Different',
  removed: 'Removed',
  left_out: 'Left out',
  changed: 'Changed',
  new: 'New',
  unchanged: 'Unchanged',
} as const satisfies Record<RowOutcome, string>
