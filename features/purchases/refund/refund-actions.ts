// The actions of staff on one purchase: refund it or a part of it as it was paid, pay what a failed refund left owed in another
// way, and resume what stopped.
import { z } from 'zod'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { findPurchases } from '#features/purchases/inspect/find-purchases.ts'
import { reconcileAll, reconcileOne } from '#features/purchases/inspect/reconcile-by-hand.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { ReversalStage } from '#features/purchases/states/reversal-state.ts'
import {
  type Action,
  type ActionContext,
  type ActionResult,
  action,
  figure,
  withSentence,
} from '#platform/actions/action.ts'
import { choiceField, kilogramsField, onlyIf, textField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import { dryRun } from '#platform/database/roll-back.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { readTransactionId } from '#values/text/transaction-id.ts'
import { payRefund } from './pay-otherwise.ts'
import { previewRefund, type RefundedAmounts, refundPurchase } from './refund-purchase.ts'
import { refundSentences } from './refund-words.ts'

const txId = textField({ title: 'Purchase', description: 'Its transaction id.' }, 40)
const rules = {
  needsReason: true,
  isSensitive: true,
  subject: { of: 'purchase', field: 'tx_id' },
} as const

const input = z.object({
  tx_id: txId,
  way: choiceField(
    { title: 'Way' },
    {
      'as paid': 'Money and kilograms go back the way they came: all, or a number of kilograms.',
      'keep kilograms': 'All money goes back, and the holder keeps the kilograms.',
      'to wallet': 'Only what a failed refund left owed, to the buyer’s wallet.',
      'paid elsewhere': 'Only what a failed refund left owed, if you have paid it already.',
    },
  ).default('as paid'),
  kg: kilogramsField({
    title: 'Kilograms',
    description: 'Empty for all. A number takes back the newest kilograms, with their money.',
    ...onlyIf('way', 'as paid'),
  }).optional(),
  reference: textField({
    title: 'Reference of the payment elsewhere',
    description: 'The bank’s reference.',
    ...onlyIf('way', 'paid elsewhere'),
  })
    .refine((text) => !holdsCardNumber(text), 'This has a card number.')
    .optional(),
})
type Input = z.output<typeof input>

export type RefundDetails = { readonly txId: string; readonly stage: ReversalStage }

export const purchasesRefund: Action<Services, RefundDetails> = action({
  name: 'purchases refund',
  title: 'Refund',
  summary:
    'Refunds a completed purchase or a part of it the way it was paid, or pays what a failed refund left owed.',
  ...rules,
  roles: ['support', 'money', 'admin'],
  approval: 'refund',
  input,
  preview: async (context, values) => {
    const db = dryRun(context.services.db)
    return refundWith(context, values, {
      whole: async (order) => (await previewRefund(db, order)) ?? { stage: 'refunding' as const },
      otherwise: (order) => payRefund({ ...context.services, db }, order),
    })
  },
  run: ({ services, ...context }, values) =>
    refundWith({ services, ...context }, values, {
      whole: (order) => refundPurchase(services, order),
      otherwise: (order) => payRefund(services, order),
    }),
})

type Ways = {
  readonly whole: (
    order: Parameters<typeof refundPurchase>[1],
  ) => Promise<{ readonly stage: ReversalStage } | Problem>
  readonly otherwise: (
    order: Parameters<typeof payRefund>[1],
  ) => Promise<{ readonly stage: ReversalStage } | Problem>
}

async function refundWith(
  { services, record }: ActionContext<Services>,
  { tx_id, way, kg, reference: given }: Input,
  { whole, otherwise }: Ways,
) {
  const id = readTransactionId(tx_id) ?? tx_id
  const reference = given ?? null
  const isElsewhere = way === 'paid elsewhere'
  if (isElsewhere !== (reference !== null)) {
    const text = 'A payment elsewhere, and no other way, has a reference.'
    return problem('reference_needed', { text })
  }
  if (kg !== undefined && way !== 'as paid') {
    return problem('kilograms_of_other_way', {
      text: 'A number of kilograms goes back as it was paid.',
    })
  }
  const [purchase] = await findPurchases(services.db, id)
  let figures: readonly Figure[] = [figure('Refund', 'begun before; nothing more moves')]
  const note = (tx: Transaction, purchaseId: string, amounts: RefundedAmounts) => {
    figures = figuresOf(amounts, isElsewhere)
    const about = [id, purchaseId, ...(purchase === undefined ? [] : [purchase.buyer_id])]
    const { amountMinor, currency, kilograms } = amounts
    return record(tx, about, { sum: { amountMinor, currency }, kilograms })
  }
  const outcome =
    way === 'as paid' || way === 'keep kilograms'
      ? await whole({
          txId: id,
          keepsKilograms: way === 'keep kilograms',
          kg: kg ?? null,
          record: note,
        })
      : await otherwise({ txId: id, reference, record: note })
  return isProblem(outcome)
    ? withSentence(outcome, refundSentences)
    : { figures, details: { txId: id, stage: outcome.stage } }
}

function figuresOf(
  { amountMinor, currency, kilograms, cardMinor, walletMinor, places }: RefundedAmounts,
  isElsewhere: boolean,
): Figure[] {
  const money = (minor: number) => `${minorText(minor)} ${currency}`
  return [
    ...(cardMinor > 0 ? [figure('To the card', money(cardMinor))] : []),
    ...(walletMinor > 0 ? [figure('To the wallet', money(walletMinor))] : []),
    ...(isElsewhere ? [figure('Paid elsewhere', money(amountMinor))] : []),
    figure('Kilograms that go back', `${kilograms} kg`),
    ...(places === undefined
      ? []
      : [figure('Their places in the batch', `${places.first} to ${places.last}`)]),
  ]
}

/** The outcome of one purchase, or of all. */
export type ReconcileDetails =
  | { readonly one: NonNullable<Awaited<ReturnType<typeof reconcileOne>>> }
  | { readonly all: Awaited<ReturnType<typeof reconcileAll>> }

export const purchasesReconcile: Action<Services, ReconcileDetails> = action({
  name: 'purchases reconcile',
  title: 'Resume at provider',
  summary:
    'Resumes an unfinished purchase, or all, and sends messages of one again that were given up.',
  ...rules,
  roles: ['support', 'money', 'admin'],
  isSensitive: false,
  approval: 'never',
  input: z.object({ tx_id: txId.optional() }),
  preview: async ({ services, record }, { tx_id }) => {
    const ids = await unfinishedIds(services, tx_id)
    if (isProblem(ids)) return ids
    await services.db.transaction((tx) => record(tx, ids))
    return { figures: [figure('Resumed', ids[0] ?? 'every unfinished purchase')] }
  },
  run: async ({ services, record }, { tx_id }) => {
    const ids = await unfinishedIds(services, tx_id)
    if (isProblem(ids)) return ids
    // The row comes first, because a purchase is resumed in several transactions.
    await services.db.transaction((tx) => record(tx, ids))
    const [id] = ids
    return id === undefined ? resumeAll(services) : resumeOne(services, id)
  },
})

/** Returns the id of the purchase, or none for all. Problem: `purchase_not_found`. */
async function unfinishedIds(
  { db }: Services,
  given: string | undefined,
): Promise<readonly string[] | Problem> {
  if (given === undefined) return []
  const id = readTransactionId(given) ?? given
  const [purchase] = await findPurchases(db, id)
  return purchase === undefined ? noPurchase : [id]
}

const noPurchase = withSentence(problem('purchase_not_found'), refundSentences)

async function resumeOne(
  services: Services,
  id: string,
): Promise<ActionResult<ReconcileDetails> | Problem> {
  await expirePurchases(services)
  const outcome = await reconcileOne(services, id)
  if (outcome === null) return noPurchase
  return {
    figures: [
      figure('State', outcome.state),
      figure('Card', outcome.card_state),
      figure('Messages queued again', outcome.messages_queued_again),
    ],
    details: { one: outcome },
  }
}

async function resumeAll(services: Services): Promise<ActionResult<ReconcileDetails>> {
  while ((await expirePurchases(services)) > 0);
  const outcome = await reconcileAll(services)
  return {
    figures: [
      figure('Purchases', outcome.looked_at),
      figure('Still unfinished', outcome.unsettled.length),
    ],
    details: { all: outcome },
  }
}

export const refundActions = [purchasesRefund, purchasesReconcile]
