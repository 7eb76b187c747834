// Time zones by their IANA names, and the months of a calendar in them. Pure; both halves may use it.

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
