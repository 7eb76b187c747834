// Defines the command that refunds a purchase: at the card provider, into the wallet, or as a record of a
// payment made elsewhere. It prints the amounts and their destinations.

import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { type RefundedAmounts, refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type RefundSums, readRefundSums } from '#features/purchases/refund/refund-sums.ts'
import { refundSentences } from '#features/purchases/refund/refund-words.ts'
import { type ReversalStage, reversalColumnsOf } from '#features/purchases/states/reversal-state.ts'
import { failed, misused, refusedFor } from '#operator/audit/outcomes.ts'
import { underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { readSignature } from '#operator/signature.ts'
import { withServices } from '#operator/with-services.ts'
import { type AuditEntry, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context, Outcome } from './command.ts'

export const purchasesRefund: Command = underNumbersKey({
  name: 'purchases refund',
  usage: 'TXID --by NAME --reason TEXT [--keep-kilograms | --to-wallet | --paid REFERENCE]',
  example: 'CP-7K2M-9QXF-4HJD --by ada --reason "Bought twice"',
  summary:
    'gives a completed purchase back: money as it was paid, kilograms unless they are kept; a refund that failed, of a charge in vain too, is tried again or paid in another way',
  optionTexts: {
    'keep-kilograms': 'refunds the money only; the buyer keeps the kilograms',
    'to-wallet':
      'pays what a failed refund or a reinstated dispute left owed into the buyer’s wallet',
    paid: 'records that it was paid elsewhere, by the bank’s reference',
  },
  run: async (context) => {
    const order = readOrder(context)
    if ('lines' in order) return order
    return withServices(context, (services) => refund(services, order))
  },
})

/** Sentences of the command, which name its options. */
const sentences = {
  ...refundSentences,
  purchase_retired:
    'Kilograms of this purchase are retired at their registry and stay with their holder. ' +
    'With --keep-kilograms the money alone goes back.',
  nothing_owed: 'No refund of this purchase failed. Without --to-wallet or --paid it is refunded.',
  buyer_erased:
    'The buyer has deleted the passport, so there is no wallet. Pay elsewhere and record it with --paid.',
}

/** `card` refunds money as it was paid. `otherwise` pays into the wallet or, with a reference, elsewhere. */
type RefundWay =
  | { readonly kind: 'card'; readonly keepsKilograms: boolean }
  | { readonly kind: 'otherwise'; readonly reference: string | null }
type Order = { readonly txId: string; readonly way: RefundWay } & Omit<AuditEntry, 'about'>

function readOrder(context: Context): Order | Outcome {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const { words, flags, options } = context
  const keepsKilograms = flags.has('keep-kilograms')
  const toWallet = flags.has('to-wallet')
  const { paid } = options
  const chosenOptions = [keepsKilograms, toWallet, paid !== undefined].filter((each) => each)
  if (chosenOptions.length > 1)
    return misused('Give one of --keep-kilograms, --to-wallet and --paid.')
  const reference = paid?.trim() ?? null
  if (reference !== null && !isReference(reference)) {
    return misused('--paid takes the reference of the payment: 1 to 200 signs, no card number.')
  }
  const isOtherwise = toWallet || reference !== null
  const way = isOtherwise
    ? ({ kind: 'otherwise', reference } as const)
    : ({ kind: 'card', keepsKilograms } as const)
  const flag = keepsKilograms ? ' --keep-kilograms' : toWallet ? ' --to-wallet' : ''
  const command = `purchases refund${reference === null ? flag : ' --paid'}`
  return { txId: words[0] ?? '', way, command, ...signature }
}

const isReference = (text: string) =>
  text.length >= 1 && text.length <= 200 && !/\p{C}/u.test(text) && !holdsCardNumber(text)

async function refund(services: Services, order: Order): Promise<Outcome> {
  const { txId, way, by, command, reason } = order
  const record = (tx: Transaction, id: string, { kilograms, ...sum }: RefundedAmounts) =>
    writeAuditEntry(tx, { by, command, about: [txId, id], reason, sum, kilograms })
  const stageOrProblem = await (way.kind === 'card'
    ? refundPurchase(services, { txId, keepsKilograms: way.keepsKilograms, record })
    : payRefund(services, { txId, reference: way.reference, record }))
  if (isProblem(stageOrProblem))
    return refusedFor(stageOrProblem, sentences[stageOrProblem.problem])
  const sums = await readRefundSums(services.db, txId)
  return sums === null
    ? failed(sentences.purchase_not_found)
    : outcomeOf(txId, stageOrProblem.stage, sums)
}

function outcomeOf(txId: string, stage: ReversalStage, sums: RefundSums): Outcome {
  const { reversal, keeps_kilograms } = reversalColumnsOf(stage)
  const isBack = reversal === 'refunded'
  const kilograms = kilogramText(keeps_kilograms, sums)
  const lines = [`${txId}: ${[...moneyTexts(reversal, sums), kilograms].join(', ')}.`]
  const money = {
    currency: sums.currency,
    to_wallet: sums.is_wallet_lapsed ? 0 : minorToUnits(sums.wallet_minor),
    to_programmes: sums.is_wallet_lapsed ? minorToUnits(sums.wallet_minor) : 0,
    to_card: minorToUnits(sums.refunded_minor),
    by_bank: minorToUnits(sums.lost_minor),
    paid_otherwise: minorToUnits(sums.paid_minor),
    owed: minorToUnits(sums.due_minor),
  }
  return { ok: isBack, lines, json: { ok: isBack, tx_id: txId, reversal, keeps_kilograms, money } }
}

function kilogramText(areKept: boolean, { is_sold }: RefundSums): string {
  if (!is_sold) return 'it never had kilograms'
  return areKept ? 'its kilograms stay where they are' : 'its kilograms are gone'
}

const lapsed = 'went back to its programmes, because the buyer has deleted the passport'

function moneyTexts(reversal: string, sums: RefundSums): string[] {
  const { currency, wallet_minor, refunded_minor, lost_minor, paid_minor, due_minor } = sums
  const money = (minor: number) => `${minorToUnits(minor).toFixed(2)} ${currency}`
  const toCard = sums.is_pending ? 'is on its way to the card' : 'went back to the card'
  const owed =
    reversal === 'refunding'
      ? 'is still to go to the card and is asked for again by itself'
      : 'did not reach the buyer: try again, or --to-wallet, or --paid REFERENCE'
  const parts: readonly (readonly [number, string])[] = [
    [wallet_minor, sums.is_wallet_lapsed ? lapsed : 'went back to the wallet'],
    [refunded_minor, toCard],
    [lost_minor, 'was returned by the cardholder’s bank'],
    [paid_minor, 'was paid in another way'],
    [due_minor, owed],
  ]
  return parts.filter(([minor]) => minor > 0).map(([minor, words]) => `${money(minor)} ${words}`)
}
