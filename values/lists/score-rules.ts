// Defines the points of scores and the lifetime of claims, for the server and for the page that
// explains them (docs/product.md#scores).

/** Eco points for each distinct week, gift, project and achievement. */
export const ecoPoints = { week: 10, gift: 5, project: 15, achievement: 10 } as const

/** Lifetime of a claim in minutes. If it is not redeemed by then, the reward is unclaimed again. */
export const claimMinutes = 15
