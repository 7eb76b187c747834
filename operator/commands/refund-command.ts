// Defines the command that refunds a purchase: at the card provider, into the wallet, or as a record of a
// payment made elsewhere. It prints the amounts and their destinations.
import {
  type RefundDetails,
  purchasesRefund as refundPurchase,
} from '#features/purchases/refund/refund-actions.ts'
import { type RefundSums, readRefundSums } from '#features/purchases/refund/refund-sums.ts'
import { refundSentences } from '#features/purchases/refund/refund-words.ts'
import { type ReversalStage, reversalColumnsOf } from '#features/purchases/states/reversal-state.ts'
import { actionCommand, type Done } from '#operator/action-command.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { withServices } from '#operator/with-services.ts'
import type { Services } from '#server/services.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Command, Outcome } from './command.ts'

export const purchasesRefund: Command = underNumbersKey(
  actionCommand({
    action: refundPurchase,
    usage: 'TXID --reason TEXT [--kg N | --keep-kilograms | --to-wallet | --paid REFERENCE]',
    example: 'CP-7K2M-9QXF-4HJD --reason "Bought twice"',
    optionTexts: {
      kg: 'takes back the newest N kilograms only, with their money',
      'keep-kilograms': 'refunds the money only; the buyer keeps the kilograms',
      'to-wallet':
        'pays what a failed refund or a reinstated dispute left owed into the buyer’s wallet',
      paid: 'records that it was paid elsewhere, by the bank’s reference',
    },
    open: withServices,
    input: (context: NumbersContext) => {
      const { words: given, options } = context
      const ways = waysOf(context)
      if (ways.length > 1) return misused('Give one of --keep-kilograms, --to-wallet and --paid.')
      if (options.kg !== undefined && ways.length > 0) {
        return misused('--kg takes kilograms back as they were paid. Give no other way with it.')
      }
      return { tx_id: given[0], way: ways[0]?.way, kg: options.kg, reference: options.paid }
    },
    words: { tx_id: 'TXID', kg: '--kg', reference: '--paid' },
    sentences: {
      purchase_retired:
        'Kilograms of this purchase are retired at their registry and stay with their holder. ' +
        'With --keep-kilograms the money alone goes back.',
      nothing_owed:
        'No refund of this purchase failed. Without --to-wallet or --paid it is refunded.',
      buyer_erased:
        'The buyer has deleted the passport, so there is no wallet. Pay elsewhere and record it with --paid.',
    },
    recordedAs: (context) =>
      ['purchases refund', ...waysOf(context).map(({ option }) => option)].join(' '),
    outcome: showRefund,
  }),
)

/** Returns the ways that the options choose: none for a refund as it was paid. */
function waysOf({ flags, options }: NumbersContext) {
  const ways = [
    { option: '--keep-kilograms', way: 'keep kilograms', isGiven: flags.has('keep-kilograms') },
    { option: '--to-wallet', way: 'to wallet', isGiven: flags.has('to-wallet') },
    { option: '--paid', way: 'paid elsewhere', isGiven: options.paid !== undefined },
  ]
  return ways.filter(({ isGiven }) => isGiven)
}

async function showRefund({
  details: { txId, stage },
  services,
}: Done<Services, RefundDetails>): Promise<Outcome> {
  const sums = await readRefundSums(services.db, txId)
  return sums === null
    ? failed(refundSentences.purchase_not_found)
    : refundOutcome(txId, stage, sums)
}

/** Returns the outcome of a refund: the amounts and their destinations. */
export function refundOutcome(txId: string, stage: ReversalStage, sums: RefundSums): Outcome {
  const { reversal, keeps_kilograms } = reversalColumnsOf(stage)
  const isBack = reversal === 'refunded' || (reversal === 'none' && sums.due_minor === 0)
  const kilograms = reversal === 'none' ? partText(sums) : kilogramText(keeps_kilograms, sums)
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
  const { refunded_kg } = sums
  const parts = refunded_kg > 0 ? { refunded_kg } : {}
  const json = { ok: isBack, tx_id: txId, reversal, keeps_kilograms, ...parts, money }
  return { ok: isBack, lines, json }
}

const partText = ({ refunded_kg }: RefundSums) =>
  `${refunded_kg} of its kilograms are gone, and the others stay`

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
    reversal === 'refunding' || (reversal === 'none' && !sums.is_part_failed)
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
