// Offers a file as a download.

/** Time in ms until the file's address is revoked; the browser begins the download before. */
const addressLifeMs = 60_000

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs)
}
