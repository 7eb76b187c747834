// Declares how long kilograms wait after an early fraud warning. Most disputes follow one within
// days.

/** Days after an early fraud warning in which kilograms are not retired. */
export const warningHoldDays = 7
