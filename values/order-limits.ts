// The limits of one purchase that both halves must know: the server refuses by them, the browser's
// fields say them before.

/** Contract 6: kg of one purchase. */
export const purchaseMaxKg = 10_000

/** Specification 5 and 9: characters of a gift's note, as code points. */
export const noteMaxLength = 255
