// Offers a file as a download.

/** Milliseconds until the file's URL is revoked. The browser starts the download before. */
const addressLifeMs = 60_000

/**
 * Returns a file of comma-separated values. It begins with a byte order mark, without which Excel on Windows reads it
 * in an older encoding.
 */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv' })

/** Starts a download of the file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs)
}
