// Hands a file to the browser to save.

/** How long a browser may need to begin saving, before the file's address is let go. */
const addressLifeMs = 60_000

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs)
}
