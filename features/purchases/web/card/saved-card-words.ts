// Names a saved card by its brand, last digits and expiry.
import { cardBrandName } from '#values/money/card-brands.ts'
import { texts } from '#web/texts.ts'
import type { SavedCard } from '../../saved-cards/saved-cards-calls.ts'

/** Returns a name such as `Visa ending in 4242`. */
export function cardName({ brand, last4 }: SavedCard): string {
  return texts.purchases_card_name({ brand: cardBrandName(brand) ?? texts.purchases_card(), last4 })
}

/** Returns true after the end of the card's last month, in this browser's time. */
export function isExpired({ exp_month, exp_year }: SavedCard, today = new Date()): boolean {
  return new Date(exp_year, exp_month, 1) <= today
}

/** Returns the month in which the card expires, or that it has expired. */
export function expiryText(card: SavedCard): string {
  if (isExpired(card)) return texts.purchases_card_expired()
  const month = String(card.exp_month).padStart(2, '0')
  return texts.purchases_card_until({ date: `${month} / ${String(card.exp_year).slice(-2)}` })
}
