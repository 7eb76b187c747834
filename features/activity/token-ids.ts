// The id of each kilogram: the batch's serial number and a place in the batch (contract 6). Pure.

/** `places` from 1, unpadded; the serial is never parsed for it. */
export function tokenId(serialNumber: string, place: number): string {
  return `${serialNumber}.${place}`
}

/** The ids of `count` kilograms from a place on. */
export function tokenIds(serialNumber: string, firstPlace: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: tokenId(serialNumber, firstPlace + index),
  }))
}
