// Checks whether a text is a UUID, the format of most ids.

const pattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return pattern.test(text)
}
