// Declares the SQL that exports a user's wallets and records their expiry.

import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Credit } from './wallet-postings.ts'

const moneyText = (minor: string, currency: string) =>
  `to_char(${minor} / 100.0, 'FM999999999990.00') || ' ' || ${currency}`

/** Sorts by programme and currency, because `lockExpiry` locks the programmes' balances in this order. */
export const findOwnWallets = statement(
  'own-data-wallets',
  { entry: 'json', programme_id: 'text', currency: 'bpchar' },
  `select json_build_object('programme', g.name, 'balance', ${moneyText('w.balance_minor', 'w.currency')},
     'set aside', ${moneyText('w.held_minor', 'w.currency')}, 'since', w.created_at) as entry,
     w.programme_id, w.currency
   from wallets w join programmes g on g.id = w.programme_id
   where w.passport_id = $1 order by w.programme_id, w.currency`,
).rows<[passportId: string]>()

export const findOwnCredits = statement(
  'own-data-credits',
  { entry: 'json' },
  `select json_build_object('date', c.created_at, 'amount', ${moneyText('c.amount_minor', 'c.currency')},
     'from', c.source, 'taken back', r.created_at) as entry
   from wallet_credits c left join wallet_reversals r on r.credit_id = c.id
   where c.passport_id = $1 order by c.id`,
).rows<[passportId: string]>()

const insertExpiry = statement(
  'insert-wallet-lapse',
  {},
  `insert into wallet_lapses (passport_id, programme_id, currency, amount_minor)
   values ($1, $2, $3, $4)`,
)

export async function writeExpiry(tx: Transaction, expiry: Credit): Promise<void> {
  const { passportId, programmeId, currency, amountMinor } = expiry
  await tx.run(insertExpiry, [passportId, programmeId, currency, amountMinor])
}
