// Checks whether a PDF can show a text. Its typefaces have Latin, Greek and Cyrillic letters. Pure.

/** Returns true if a text has a letter of another script, such as Arabic or Chinese. */
export function holdsUnwritable(text: string): boolean {
  return /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}/u.test(
    text.normalize('NFKC'),
  )
}
