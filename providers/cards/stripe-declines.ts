// Chooses the error message for a card that Stripe declines. As Stripe advises, reasons that a thief must
// not learn (lost, stolen, suspected) get the same message as any other.

const declined = 'Your card was declined.'
/**
 * Also used if Stripe refuses our request instead of the card: no card was charged, and a retry may
 * succeed.
 */
export const processingError = 'An error occurred while processing your card. Please try again.'

/** https://docs.stripe.com/declines/codes and https://docs.stripe.com/error-codes */
const sentences: ReadonlyMap<string, string> = new Map([
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['withdrawal_count_limit_exceeded', 'Your card has reached its limit.'],
  ['card_velocity_exceeded', 'Your card has reached its limit.'],
  ['expired_card', 'Your card has expired.'],
  ['invalid_expiry_month', "Your card's expiry is incorrect."],
  ['invalid_expiry_year', "Your card's expiry is incorrect."],
  ['incorrect_cvc', "Your card's CVV is incorrect."],
  ['invalid_cvc', "Your card's CVV is incorrect."],
  ['incorrect_number', "Your card's number is incorrect."],
  ['invalid_number', "Your card's number is incorrect."],
  ['card_not_supported', 'Your card does not support this kind of purchase.'],
  ['currency_not_supported', 'Your card does not support this currency.'],
  ['payment_intent_authentication_failure', 'Your bank declined the payment.'],
  ['processing_error', processingError],
  ['issuer_not_available', processingError],
  ['reenter_transaction', processingError],
])

type Refusal = {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
}

/**
 * Returns the message of a refusal. The bank's reason takes precedence over Stripe's, because it is
 * more specific. Either may be missing or new.
 */
export function declineSentence({ code, decline_code }: Refusal): string {
  return sentences.get(decline_code ?? '') ?? sentences.get(code ?? '') ?? declined
}
