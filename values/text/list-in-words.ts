// Writes names as an English list, for sentences of operators and staff.

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns a list such as `EUR, GBP and USD`. */
export const listWithAnd = (names: readonly string[]): string => and.format(names)

/** Returns a list such as `EUR, GBP or USD`. */
export const listWithOr = (names: readonly string[]): string => or.format(names)
