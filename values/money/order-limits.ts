// Defines the limits of one purchase. The server refuses by them; the browser's fields show them
// before.

/** Kilograms of one purchase (docs/product.md#limits-of-a-purchase). */
export const purchaseMaxKg = 10_000

/** Characters of a gift's note, as code points (docs/product.md#free-text). */
export const noteMaxLength = 255

/** Lifetime of a reservation (docs/product.md#reservation). */
export const reservationMinutes = 10
/** Lifetime of a reservation while a bank asks its buyer. */
export const bankSeconds = 180
