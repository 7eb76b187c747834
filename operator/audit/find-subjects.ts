// Finds the people and purchases that a command's argument refers to. Unknown ids of the card provider,
// such as those of older purchases, are looked up at the provider.
import { type Subjects, searchSubjects } from '#features/operations/search-subjects.ts'
import { readCardId } from '#features/purchases/inspect/find-purchases.ts'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Outcome } from '#operator/commands/command.ts'
import { withServices } from '#operator/with-services.ts'
import type { NamedPayment } from '#providers/cards/card-provider.ts'
import { failed } from './outcomes.ts'

const noAnswer = failed(
  'This id is not kept here, and the card provider does not answer now: try again later.',
)

/** Returns the people and purchases, or an outcome if the provider is needed and does not answer. */
export async function findSubjects(
  context: NumbersContext,
  text: string,
): Promise<Subjects | Outcome> {
  const stored = await searchSubjects(context, text, { byName: true })
  const cardId = readCardId(text)
  if (cardId === null || stored.purchases.length > 0) return stored
  const payment = await findAtProvider(context, cardId)
  if (payment === 'no answer') return noAnswer
  if (payment === null) return stored
  const { paymentId, stepKey } = payment
  const byPayment = await searchSubjects(context, paymentId, { byName: false })
  if (byPayment.purchases.length > 0 || stepKey === null) return byPayment
  return searchSubjects(context, stepKey, { byName: false })
}

/** Returns the payment of an id from the provider; null if it knows none. */
function findAtProvider(
  context: NumbersContext,
  cardId: string,
): Promise<NamedPayment | null | 'no answer'> {
  return withServices(context, ({ cards }) =>
    cards.findNamed(cardId).catch((): 'no answer' => 'no answer'),
  )
}
