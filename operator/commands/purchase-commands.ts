// Defines the commands that show a purchase and continue an interrupted one. They run the server's use
// cases, even while the server runs.

import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { listedFilters, listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import {
  type ReconcileDetails,
  purchasesReconcile as resume,
} from '#features/purchases/refund/refund-actions.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { type Author, authorOf } from '#operator/actor.ts'
import { findSubjects } from '#operator/audit/find-subjects.ts'
import { failed, listed, messageFate, misused } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { listAmbiguousPurchases, listNamed, purchaseLine } from '#operator/named-purchases.ts'
import { readSince, sinceFault } from '#operator/read-moments.ts'
import { providerLine, reportedLines } from '#operator/reported-lines.ts'
import { withServices } from '#operator/with-services.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Services } from '#server/services.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Command, Outcome } from './command.ts'

const unknownPurchase = failed('There is no such purchase.')

export const purchasesShow: Command = underNumbersKey({
  name: 'purchases show',
  access: readsPart('purchases'),
  recordsRead: true,
  usage: '"TXID|ID OF THE CARD PROVIDER|NUMBER|NAME"',
  example: 'CP-7K2M-9QXF-4HJD --by ada',
  summary:
    'shows a purchase: states, postings, what the card provider says, messages; lists those of a person',
  run: async (context) => {
    const author = authorOf(context.actor)
    const subjects = await findSubjects(context, context.words[0] ?? '')
    if ('lines' in subjects) return subjects
    const listed = await listNamed(context, subjects)
    const [one, other] = listed
    if (one === undefined) return unknownPurchase
    if (other !== undefined) return listAmbiguousPurchases(context, listed, author)
    return withServices(context, (services) => showPurchase(services, one.tx_id, author))
  },
})

export const purchasesReconcile: Command = underNumbersKey(
  actionCommand({
    action: resume,
    usage: '[TXID]',
    example: 'CP-7K2M-9QXF-4HJD --reason "It hangs"',
    open: withServices,
    input: ({ words: [tx_id] }: NumbersContext) => ({ tx_id }),
    words: { tx_id: 'TXID' },
    outcome: ({ details }) => reconciledOutcome(details),
  }),
)

export const purchasesList: Command = {
  name: 'purchases list',
  access: readsPart('purchases'),
  usage: '[--state STATE] [--since DATE]',
  example: '--state DISPUTED --since 2026-05-01',
  optionTexts: {
    state: 'only purchases in this state, such as PENDING or DISPUTED',
  },
  summary: `lists purchases, newest first: ${listedFilters.join(', ')}; from a day or moment on`,
  run: async (context) => {
    const { state } = context.options
    const filter = listedFilters.find((each) => each === state?.toUpperCase())
    if (state !== undefined && filter === undefined) {
      return misused(`--state takes one of ${listedFilters.join(', ')}.`)
    }
    const since = readSince(context)
    if (since === undefined) return misused(sinceFault)
    const criteria = { state: filter ?? null, since, personId: null }
    const purchases = await listPurchases(context.db, criteria)
    const lines = listed(purchases.map(purchaseLine), 'No such purchase is stored.')
    return { ok: true, lines, json: { ok: true, purchases } }
  },
}

/** Shows a purchase. The audit trail records the reader first, because a purchase is personal data. */
async function showPurchase(services: Services, txId: string, author: Author): Promise<Outcome> {
  const inspected = await inspectPurchase(services, txId)
  if (inspected === null) return unknownPurchase
  const command = purchasesShow.name
  await services.db.transaction((tx) =>
    writeAuditEntry(tx, { ...author, command, about: [inspected.purchase.tx_id], reason: null }),
  )
  return { ok: true, lines: purchaseReport(inspected), json: { ok: true, ...inspected } }
}

type Inspected = NonNullable<Awaited<ReturnType<typeof inspectPurchase>>>

/** Returns the lines of a purchase's report. */
export function purchaseReport(inspected: Inspected): string[] {
  const { purchase, postings, provider, messages } = inspected
  const { currency, quantity_kg, state, card_state, failure_code } = purchase
  const money = (minor: number) => `${minorToUnits(minor).toFixed(2)} ${currency}`
  return [
    `${purchase.tx_id}: ${state}, card ${card_state}${failure_code === null ? '' : `, ${failure_code}`}`,
    ...reversalLines(purchase, money),
    `${quantity_kg} kg of ${purchase.serial_number} for ${money(purchase.total_minor)}: ` +
      `wallet ${money(purchase.wallet_minor)}, card ${money(purchase.card_minor)}`,
    `reserved ${timeText(purchase.created_at)}, lapses ${timeText(purchase.expires_at)}, ` +
      `completed ${timeText(purchase.completed_at)}`,
    ...postings.map(
      ({ ledger, source, destination, amount, created_at }) =>
        `${timeText(created_at)}  ${ledger.padEnd(3)} ${source} -> ${destination}  ` +
        `${ledger === 'kg' ? amount : minorToUnits(amount).toFixed(2)}`,
    ),
    ...(provider === null ? [] : [providerLine(provider)]),
    ...reportedLines(inspected),
    ...messages.map((message) => `message ${message.template}: ${messageFate(message)}`),
  ]
}

function reversalLines(
  purchase: Inspected['purchase'],
  money: (minor: number) => string,
): string[] {
  const { reversal, keeps_kilograms, refunded_minor, lost_minor, due_minor } = purchase
  const { paid_minor, reinstated_minor, overpaid_minor, attempt, pending_since } = purchase
  const { wallet_minor, is_wallet_lapsed, refunded_kg } = purchase
  if (reversal === 'none' && refunded_minor === 0 && refunded_kg === 0) return []
  const kilograms = keeps_kilograms ? ', kilograms kept' : ''
  return [
    `reversal ${reversal}${kilograms}: card gave back ${money(refunded_minor)}, ` +
      `lost ${money(lost_minor)}, owed ${money(due_minor)}`,
    ...(refunded_kg > 0 ? [`refunded in part: ${refunded_kg} kg`] : []),
    ...(is_wallet_lapsed && wallet_minor > 0
      ? [`wallet money went on to its programmes: ${money(wallet_minor)}, the buyer is erased`]
      : []),
    ...(paid_minor > 0 ? [`paid in another way: ${money(paid_minor)}`] : []),
    ...(reinstated_minor > 0 ? [`reinstated by the bank: ${money(reinstated_minor)}`] : []),
    ...(overpaid_minor > 0 ? [`paid twice: ${money(overpaid_minor)}`] : []),
    ...(attempt > 1 ? [`refunds or payments that failed or came back: ${attempt - 1}`] : []),
    ...(pending_since === null ? [] : [`refund pending since ${timeText(pending_since)}`]),
  ]
}

function timeText(at: Date | null): string {
  return at === null ? 'never' : at.toISOString()
}

type Reconciled<Key extends PropertyKey> = Extract<ReconcileDetails, Readonly<Record<Key, unknown>>>

/** Returns the outcome of one purchase, or of all that were not settled. */
export const reconciledOutcome = (details: ReconcileDetails): Outcome =>
  'one' in details ? outcomeOfOne(details.one) : outcomeOfAll(details.all)

function outcomeOfOne(outcome: Reconciled<'one'>['one']): Outcome {
  const { tx_id, state, card_state, messages_queued_again, is_settled: ok } = outcome
  const lines = [
    `${tx_id}: ${state}, card ${card_state}.`,
    ...(messages_queued_again > 0 ? [`Messages queued again: ${messages_queued_again}.`] : []),
  ]
  return { ok, lines, json: { ok, ...outcome } }
}

function outcomeOfAll({ looked_at, unsettled, dead_letters }: Reconciled<'all'>['all']): Outcome {
  const ok = unsettled.length === 0
  const lines = [
    `Looked at ${looked_at} purchases.`,
    ...unsettled.map(
      ({ tx_id, state, card_state, reversal }) =>
        `not settled: ${tx_id} ${state}, card ${card_state}, reversal ${reversal}`,
    ),
    ...dead_letters.map(
      ({ tx_id, template, last_error }) => `dead letter: ${tx_id} ${template}, ${last_error}`,
    ),
  ]
  return { ok, lines, json: { ok, looked_at, unsettled, dead_letters } }
}
