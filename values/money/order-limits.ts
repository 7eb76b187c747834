// The limits of one purchase that both halves must know: the server refuses by them, the browser's
// fields say them before.

/** Kilograms of one purchase (docs/product.md#limits-of-a-purchase). */
export const purchaseMaxKg = 10_000

/** Characters of a gift's note, as code points (docs/product.md#free-text). */
export const noteMaxLength = 255
