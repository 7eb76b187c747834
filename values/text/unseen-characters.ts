// Finds characters that a reader does not see, or that change how others are shown. They are
// control characters (C0, DEL, C1), line and paragraph separators, marks of writing direction,
// zero-width and other ignorable characters, and lone surrogates. The blank of Braille counts, too.

const unseen = '[\\u2800\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]'
const oneUnseen = new RegExp(unseen, 'u')
const eachUnseen = new RegExp(unseen, 'gu')

export function holdsUnseen(text: string): boolean {
  return oneUnseen.test(text)
}

/**
 * Returns the text with each of these characters escaped, as in `\u001b`, so that no terminal acts
 * on it and every reader sees it. JSON stays equal, because the characters occur only within its
 * strings.
 */
export function visibleText(text: string): string {
  return text.replace(eachUnseen, (found) =>
    Array.from({ length: found.length }, (_, index) => found.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
