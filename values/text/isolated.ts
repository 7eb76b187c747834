// Isolates names in scripts that run from right to left, so that they do not reorder the sentence
// around them (UAX 9). Pure.

/** Letters of scripts that run from right to left, such as Hebrew and Arabic. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns the text between invisible isolation marks if it has such letters. Other texts stay unchanged,
 * because the alphabet of a short SMS lacks the marks.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** Returns a name with its phone number, such as "Ada (+44•••••617)". */
export const nameWithNumber = (name: string, number: string): string =>
  `${isolated(name)} (${number})`
