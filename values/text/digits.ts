// Converts digits of other scripts to ASCII. Pure.

/**
 * Converts the decimal digits of every script to ASCII. By section 4.6 of Unicode, each script has them
 * in a run of ten that starts with zero.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
    return String(value % 10)
  })
}
