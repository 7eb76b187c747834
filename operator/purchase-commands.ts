// Commands about single purchases: what became of one, and carrying on what stopped half way. They
// go through the same use cases as the server, which may run meanwhile.

import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { reconcileAll, reconcileOne } from '#features/purchases/inspect/reconcile-by-hand.ts'
import type { Command, Context, Outcome } from '#operator/command.ts'
import { openLog } from '#platform/log.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { minorToUnits } from '#values/money.ts'

const unknownPurchase: Outcome = {
  ok: false,
  lines: ['There is no such purchase.'],
  json: { ok: false, error: 'There is no such purchase.' },
}

export const purchasesShow: Command = {
  name: 'purchases show',
  takes: 'TXID',
  does: 'shows a purchase: states, postings, what the card provider says, messages',
  wordCount: 1,
  run: (context) => withServices(context, (services) => show(services, context.words[0] ?? '')),
}

export const purchasesReconcile: Command = {
  name: 'purchases reconcile',
  takes: '[TXID]',
  does: 'carries on what stopped half way, of one purchase or of all; sends its dead letters again',
  wordCount: 1,
  wordCountMin: 0,
  run: (context) =>
    withServices(context, (services) => {
      const [txId] = context.words
      return txId === undefined ? reconcileEach(services) : reconcile(services, txId)
    }),
}

async function withServices(
  { settings, databaseUrl, say }: Context,
  work: (services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  // What is logged is for people: stdout holds the answer alone.
  const log = openLog(settings.logLevel, { write: (line) => say(line.trimEnd()) })
  const { services, close } = await openServices(settings, databaseUrl, () => undefined, log)
  try {
    return await work(services)
  } finally {
    await close()
  }
}

async function show(services: Services, txId: string): Promise<Outcome> {
  const found = await inspectPurchase(services, txId)
  if (found === null) return unknownPurchase
  const { purchase, postings, provider, messages } = found
  const { currency, quantity_kg, state, card_state, failure_code } = purchase
  const money = (minor: number) => `${minorToUnits(minor).toFixed(2)} ${currency}`
  const lines = [
    `${purchase.tx_id}: ${state}, card ${card_state}${failure_code === null ? '' : `, ${failure_code}`}`,
    `${quantity_kg} kg of ${purchase.serial_number} for ${money(purchase.total_minor)}: ` +
      `wallet ${money(purchase.wallet_minor)}, card ${money(purchase.card_minor)}`,
    `reserved ${time(purchase.created_at)}, lapses ${time(purchase.expires_at)}, ` +
      `completed ${time(purchase.completed_at)}`,
    ...postings.map(
      ({ ledger, source, destination, amount, created_at }) =>
        `${time(created_at)}  ${ledger.padEnd(3)} ${source} -> ${destination}  ` +
        `${ledger === 'kg' ? amount : minorToUnits(amount).toFixed(2)}`,
    ),
    ...(provider === null
      ? []
      : [`the card provider says: ${provider.status} (${provider.payment_id ?? 'no payment'})`]),
    ...messages.map(
      ({ template, state: message, attempts, last_error }) =>
        `message ${template}: ${message}, ${attempts} tries${last_error === null ? '' : `, ${last_error}`}`,
    ),
  ]
  return { ok: true, lines, json: { ok: true, ...found } }
}

function time(at: Date | null): string {
  return at === null ? 'never' : at.toISOString()
}

async function reconcile(services: Services, txId: string): Promise<Outcome> {
  await expirePurchases(services)
  const done = await reconcileOne(services, txId)
  if (done === null) return unknownPurchase
  const { state, card_state, messages_queued_again } = done
  const lines = [
    `${txId}: ${state}, card ${card_state}.`,
    ...(messages_queued_again > 0 ? [`Messages queued again: ${messages_queued_again}.`] : []),
  ]
  return { ok: done.is_settled, lines, json: { ok: done.is_settled, ...done } }
}

async function reconcileEach(services: Services): Promise<Outcome> {
  while ((await expirePurchases(services)) > 0);
  const { looked_at, unsettled, dead_letters } = await reconcileAll(services)
  const ok = unsettled.length === 0
  const lines = [
    `Looked at ${looked_at} purchases.`,
    ...unsettled.map(
      ({ tx_id, state, card_state }) => `not settled: ${tx_id} ${state}, card ${card_state}`,
    ),
    ...dead_letters.map(
      ({ tx_id, template, last_error }) => `dead letter: ${tx_id} ${template}, ${last_error}`,
    ),
  ]
  return { ok, lines, json: { ok, looked_at, unsettled, dead_letters } }
}
