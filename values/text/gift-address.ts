// The address that the message about a gift leads to: the landing page, which then says that one waits.

export const giftParameter = 'gift'

/** Behind PUBLIC_URL. It names nobody. */
export const giftPath = `/?${giftParameter}`
