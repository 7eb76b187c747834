// Checks whether a text is an address, for browsers without URL.canParse.

export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
