// How long kilograms wait after an early fraud warning: most disputes that follow one come within days.

/** So many days after an early fraud warning kilograms are not retired. */
export const warningHoldDays = 7
