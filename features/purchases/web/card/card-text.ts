// How card details look while they are typed: digits in groups, the expiry as MM / YY. Pure; it
// judges nothing, the provider does.

const americanExpress = /^3[47]/

/** At most 19 digits, in groups of four; 4-6-5 where the number says so. */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19)
  const sizes = americanExpress.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3]
  const groups: string[] = []
  let start = 0
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(' ')
}

/** `1231`, `12/31`, `12 / 2031` and `3/31` become `12 / 31` and `03 / 31`. `before` lets it shrink. */
export function formatExpiry(text: string, before: string): string {
  const isShorter = text.length < before.length
  let digits = text.replace(/\D/g, '')
  if (/^\d\s*\//.test(text.trim()) || /^[2-9]$/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 4)
  if (year) return `${month} / ${year}`
  return month.length === 2 && !isShorter ? `${month} / ` : digits
}

/** Month and year as the provider takes them, or null where the text holds no date. */
export function readExpiry(text: string): { exp_month: number; exp_year: number } | null {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text)
  return match ? { exp_month: Number(match[1]), exp_year: 2000 + Number(match[2]) } : null
}
