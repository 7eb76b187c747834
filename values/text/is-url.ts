// Whether a text is an address, for browsers that have no URL.canParse.

export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
