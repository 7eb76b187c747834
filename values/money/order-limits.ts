// Defines the limits of one purchase. The server refuses a purchase above them; the browser's fields
// check them earlier.

/** Maximum kilograms of one purchase (docs/product.md#limits-of-a-purchase). */
export const purchaseMaxKg = 10_000

/** Maximum length of a gift's note, in code points (docs/product.md#free-text). */
export const noteMaxLength = 255

/** Lifetime of a reservation, in minutes (docs/product.md#reservation). */
export const reservationMinutes = 10
/** Lifetime of a reservation during the bank's authentication of the buyer (3-D Secure), in seconds. */
export const bankSeconds = 180
