// The action with which staff get the evidence about a disputed payment, for the cardholder's bank.
import { z } from 'zod'
import { findPurchases } from '#features/purchases/inspect/find-purchases.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { type Action, action, figure } from '#platform/actions/action.ts'
import { textField } from '#platform/actions/fields.ts'
import { problem } from '#values/problem.ts'
import { evidenceText } from './evidence-text.ts'
import { readEvidence } from './read-evidence.ts'

const unknownPurchase = problem('purchase_not_found', { text: 'There is no such purchase.' })
const noCard = problem('no_card', {
  text: 'No card paid for this purchase: no bank can dispute it.',
})

type Details = { readonly tx_id: string; readonly is_card_known: boolean }

export const purchasesEvidence: Action<Services, Details> = action({
  name: 'purchases evidence',
  title: 'Evidence for the bank',
  summary: 'Writes the facts for the cardholder’s bank. They contain personal data of the buyer.',
  roles: ['support', 'money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  subject: { of: 'purchase', field: 'tx_id' },
  input: z.object({
    tx_id: textField({ title: 'Purchase', description: 'Its transaction id.' }, 40),
  }),
  preview: async ({ services, record }, { tx_id }) => {
    const [purchase] = await findPurchases(services.db, tx_id)
    if (purchase === undefined) return unknownPurchase
    await services.db.transaction((tx) => record(tx, [purchase.tx_id, purchase.buyer_id]))
    return { figures: [figure('Evidence about', purchase.tx_id)] }
  },
  run: async ({ services, record }, { tx_id }) => {
    const [purchase] = await findPurchases(services.db, tx_id)
    if (purchase === undefined) return unknownPurchase
    const evidence = await readEvidence(services, purchase.id)
    if (evidence === null || evidence.purchase.card_minor === 0) return noCard
    // The row comes before the answer, so that no evidence is read without it.
    await services.db.transaction((tx) => record(tx, [purchase.tx_id, purchase.buyer_id]))
    return {
      figures: [
        figure('Evidence about', purchase.tx_id),
        figure('Card', evidence.card === null ? 'the provider does not answer' : 'known'),
      ],
      secrets: [figure('evidence.md', evidenceText(evidence, new Date(services.clock())))],
      details: { tx_id: purchase.tx_id, is_card_known: evidence.card !== null },
    }
  },
})

export const evidenceActions = [purchasesEvidence]
