// Reads one purchase for the console: its states, money, kilograms, messages and history.

import { type ConsoleServices, providerWaitMs } from '#features/console/console-services.ts'
import { listCasesOf } from '#features/console/desk/list-cases.ts'
import { readPurchaseMessages } from '#features/console/desk/read-purchase-messages.ts'
import type { WholePurchase } from '#features/console/purchases/console-purchases-calls.ts'
import { shownPersonOf } from '#features/console/shown-person.ts'
import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { minorToUnits } from '#values/money/money.ts'
import { readTransactionId } from '#values/text/transaction-id.ts'
import { readRows } from './list-console-purchases.ts'
import { findSimilarPurchases, readPurchaseRecords } from './purchase-records.ts'
import { timelineOf } from './purchase-timeline.ts'

/** Returns the purchase with a transaction id in any spelling, or null. */
export async function readConsolePurchase(
  services: ConsoleServices,
  id: string,
): Promise<WholePurchase | null> {
  const { db } = services
  const txId = readTransactionId(id)
  if (txId === null) return null
  const [inspected, records] = await Promise.all([
    inspectPurchase(services, txId, { providerWaitMs }),
    readPurchaseRecords(db, txId),
  ])
  if (inspected === null || records === null) return null
  const { purchase, provider, postings } = inspected
  const { facts } = records
  const similarIds = (await findSimilarPurchases(db, records.id)).map((similar) => similar.id)
  const [rows, messages, cases] = await Promise.all([
    readRows(db, [records.id, ...similarIds]),
    readPurchaseMessages(db, [records.id]),
    listCasesOf(db, records.id, services.clock()),
  ])
  const row = rows.find(({ tx_id }) => tx_id === purchase.tx_id)
  if (row === undefined) throw new Error('a purchase vanished')
  const { first_place: first, quantity_kg } = purchase
  return {
    ...row,
    wallet: minorToUnits(purchase.wallet_minor),
    card: minorToUnits(purchase.card_minor),
    serial_number: purchase.serial_number,
    batch_id: purchase.batch_id,
    recipient: purchase.recipient,
    holder_id: purchase.holder_id,
    holder: purchase.holder_id === null ? null : shownHolderOf(facts),
    places: first === null ? null : { first, last: first + quantity_kg - 1 },
    failure: purchase.failure_code,
    completed_at: purchase.completed_at?.toISOString() ?? null,
    expires_at: purchase.expires_at.toISOString(),
    keeps_kilograms: purchase.keeps_kilograms,
    refunded_kg: purchase.refunded_kg,
    refunded: minorToUnits(purchase.refunded_minor),
    lost: minorToUnits(purchase.lost_minor),
    card_state: purchase.card_state.toLowerCase(),
    payment_id: purchase.card_payment_id ?? provider?.payment_id ?? null,
    provider_status: provider?.status ?? null,
    provider_reason: provider?.reason ?? null,
    certificate: facts.certificate,
    log_entry: facts.log_entry,
    timeline: timelineOf({ ...inspected, ...records }),
    postings: postings.map(({ created_at, ledger, source, destination, amount }) => ({
      at: created_at.toISOString(),
      ledger: ledger === 'kg' ? 'kg' : 'money',
      currency: ledger === 'kg' ? null : ledger,
      source,
      destination,
      amount: ledger === 'kg' ? amount : minorToUnits(amount),
    })),
    messages: [...(messages.get(records.id) ?? [])],
    cases,
    similar: rows.filter(({ tx_id }) => tx_id !== purchase.tx_id),
    disputes: inspected.disputes.map(({ amount, closed_at: _, ...dispute }) => ({
      ...dispute,
      tx_id: purchase.tx_id,
      amount,
      opened_at: dispute.opened_at.toISOString(),
      due_at: dispute.due_at?.toISOString() ?? null,
    })),
  }
}

type Facts = NonNullable<Awaited<ReturnType<typeof readPurchaseRecords>>>['facts']

function shownHolderOf(facts: Facts): string | null {
  return shownPersonOf({
    first_name: facts.holder_first_name,
    last_name: facts.holder_last_name,
    nickname: facts.holder_nickname,
    phone: facts.holder_phone,
  })
}
