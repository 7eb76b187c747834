// Checks whether a PDF can show a text, and chooses what it shows instead. Its typefaces have Latin, Greek and Cyrillic letters. Pure.

/** Returns true if a text has a letter of another script, such as Arabic or Chinese. */
export function holdsUnwritable(text: string): boolean {
  return /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}/u.test(
    text.normalize('NFKC'),
  )
}

/** Returns the name if a PDF can show all of it, otherwise the code. A paper never shows a blank or half a name. */
export function nameOrCode(name: string, code: string): string {
  const hasLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]/u.test(name)
  return hasLetter && !holdsUnwritable(name) ? name : code
}
