// Stores texts of this tab in sessionStorage, where they survive a reload. If the browser refuses storage,
// nothing is stored and nothing is found.

/** Returns the stored text, or null. */
export function readTabText(name: string): string | null {
  try {
    return window.sessionStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeTabText(name: string, text: string): void {
  try {
    window.sessionStorage.setItem(name, text)
  } catch {
    // Only a reload loses the text.
  }
}

export function removeTabText(name: string): void {
  try {
    window.sessionStorage.removeItem(name)
  } catch {
    // There is no text to remove.
  }
}
