// Defines the address in the SMS about a gift: the landing page, which then announces the gift.

export const giftParameter = 'gift'

/** Path after PUBLIC_URL. It contains no personal data. */
export const giftPath = `/?${giftParameter}`

/** Path of the gift's screen, for members. */
export const giftScreenPath = `/app?${giftParameter}`
