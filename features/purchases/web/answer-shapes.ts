// The shapes of a purchase's answers (contract.ts), for the check at the edge of the browser's half.
import type { Answer } from '#web/api-routes.ts'
import { moment, number, objectOf, oneOf, optional, type Shape, text } from '#web/shape.ts'

type ReserveReply = Answer<'POST', '/api/tokens/getPin'>

const reserveFields = objectOf<ReserveReply>({
  txId: text,
  expires_at: moment,
  total: number,
  currency: text,
  wallet_used: number,
  card_used: number,
  card_action: optional(
    objectOf<NonNullable<ReserveReply['card_action']>>({ type: text, client_secret: text }),
  ),
})

/** An object, or the first element of an array (specification 7). */
export const reserveShape: Shape<ReserveReply | [ReserveReply]> = (
  value,
): value is ReserveReply | [ReserveReply] => reserveFields(Array.isArray(value) ? value[0] : value)

export const completeShape = objectOf<Answer<'POST', '/api/tokens/validatePin'>>({
  status: oneOf('COMPLETED', 'PENDING'),
  txId: text,
  tokens_total: optional(number),
})

export const cancelShape = objectOf<Answer<'POST', '/api/tokens/cancelPin'>>({
  status: oneOf('EXPIRED'),
})

/** What the sandbox's hosted field gives for a card. */
export const cardTokenShape = objectOf<{ id: string }>({ id: text })
