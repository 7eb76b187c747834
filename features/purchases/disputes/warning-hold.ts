// Declares how long an early fraud warning delays the retirement of kilograms. Most disputes follow
// their warning within days.

/** Days after an early fraud warning during which the purchase's kilograms are not retired. */
export const warningHoldDays = 7
