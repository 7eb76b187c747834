// Makes the id of each kilogram from its batch's serial and its place (docs/product.md#tokens). Pure.

import type { PlaceRange } from '#features/retirements/place-ranges.ts'

/** Returns the id. `place` begins at 1, unpadded; the serial is not parsed for it. */
export function tokenId(serialNumber: string, place: number): string {
  return `${serialNumber}.${place}`
}

/** Returns `count` kilograms from a place on. Those in one of the `retired` ranges are retired. */
export function tokensFrom(
  serialNumber: string,
  firstPlace: number,
  count: number,
  retired: readonly PlaceRange[],
) {
  return Array.from({ length: count }, (_, index) => {
    const place = firstPlace + index
    const isRetired = retired.some(({ first, last }) => first <= place && place <= last)
    const state = isRetired ? ('retired' as const) : ('allocated' as const)
    return { id: tokenId(serialNumber, place), state }
  })
}
