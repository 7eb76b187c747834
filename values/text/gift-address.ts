// Makes the address in the message about a gift: the landing page, which then announces it.

export const giftParameter = 'gift'

/** Path after PUBLIC_URL. It contains no personal data. */
export const giftPath = `/?${giftParameter}`
