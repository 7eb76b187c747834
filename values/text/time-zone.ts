// Checks time zones by their IANA names, and computes calendar months in them. Pure; server and
// browser may use it.

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
