// The locks of the ledger, always taken in this order and each kind sorted: stock of batches, their
// places (ledger/places.ts), wallets, passports (after purchases and phone numbers). What they answer is current under the lock.
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

const lockStockRows = statement(
  'lock-stock',
  {
    batch_id: 'uuid',
    project_id: 'uuid',
    price_micros: 'int8',
    currency: 'bpchar',
    available_kg: 'int8',
    is_offered: 'bool',
  },
  `select s.batch_id, b.project_id, b.price_micros, b.currency, s.available_kg,
     b.offer = 'offered' and p.unlisted_status is null as is_offered
   from batch_stock s join batches b on b.id = s.batch_id join projects p on p.id = b.project_id
   where s.batch_id = any($1::uuid[]) order by s.batch_id for update of s`,
)
const lockWalletRows = statement(
  'lock-wallets',
  {
    passport_id: 'uuid',
    programme_id: 'text',
    currency: 'bpchar',
    balance_minor: 'int8',
    created_at: 'timestamptz',
  },
  `select passport_id, programme_id, currency, balance_minor, created_at from wallets
   where passport_id = any($1::uuid[])
   order by passport_id, programme_id, currency for update`,
)
const lockPassportRows = statement(
  'lock-passports',
  { id: 'uuid' },
  `select id from passports where id = any($1::uuid[]) order by id for no key update`,
)

const lockPhoneNumbers = statement(
  'lock-phone-numbers',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended(phone, 0))::text as locked
   from (select distinct phone from unnest($1::text[]) as asked (phone) order by phone) as sorted`,
)

export type Stock = RowOf<typeof lockStockRows>
export type WalletRow = RowOf<typeof lockWalletRows>

const distinct = (ids: readonly string[]) => [...new Set(ids)]

/**
 * Holds phone numbers until the transaction ends, with or without a passport: a gift to a number and
 * its first sign-in must not miss each other.
 */
export async function lockNumbers(tx: Transaction, phones: readonly string[]): Promise<void> {
  await tx.run(lockPhoneNumbers, [phones])
}

export function lockStock(tx: Transaction, batchIds: readonly string[]): Promise<Stock[]> {
  return tx.run(lockStockRows, [distinct(batchIds)])
}

export function lockWallets(tx: Transaction, passportIds: readonly string[]): Promise<WalletRow[]> {
  return tx.run(lockWalletRows, [distinct(passportIds)])
}

export async function lockPassports(
  tx: Transaction,
  passportIds: readonly string[],
): Promise<void> {
  await tx.run(lockPassportRows, [distinct(passportIds)])
}
