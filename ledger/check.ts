// The ledger's own audit: every balance against its postings, every posting against the purchase
// that caused it. It reads only, in one snapshot, and names each sum that does not hold.
import type { Database } from '#server/database.ts'
import { statement } from '#server/statement.ts'

/**
 * One sum by two ways, per subject; a row is a subject where the two differ. The first row has a
 * subject of null and tells how many subjects were compared.
 */
function comparison(name: string, sql: string) {
  return statement(
    `ledger-check-${name}`,
    { subject: 'text?', expected: 'int8', found: 'int8' },
    `with compared (subject, expected, found) as (${sql})
     select null::text as subject, count(*) as expected, count(*) as found from compared
     union all
     (select subject, expected, found from compared where expected <> found limit 20)`,
  )
}

/** Balance of each account from its postings. */
const moneyBalances = `select currency::text as currency, account, sum(amount)::bigint as amount from (
    select currency, destination as account, amount_minor as amount from money_postings
    union all select currency, source, -amount_minor from money_postings) legs
  group by 1, 2`
const kgBalances = `select batch_id, account, sum(kg)::bigint as kg from (
    select batch_id, destination as account, quantity_kg as kg from kg_postings
    union all select batch_id, source, -quantity_kg from kg_postings) legs
  group by 1, 2`
const open = `('HELD', 'READY', 'COMPLETING')`

const comparisons = {
  'wallet balances are their postings': comparison(
    'wallets',
    `select 'wallet:' || w.passport_id || ':' || w.programme_id || ' ' || w.currency,
       w.balance_minor, coalesce(m.amount, 0)
     from wallets w left join (${moneyBalances}) m on m.currency = w.currency
       and m.account = 'wallet:' || w.passport_id || ':' || w.programme_id`,
  ),
  'wallet postings have a wallet': comparison(
    'wallet-rows',
    `select m.account || ' ' || m.currency, m.amount, coalesce(w.balance_minor, 0)
     from (${moneyBalances}) m left join wallets w on m.currency = w.currency
       and m.account = 'wallet:' || w.passport_id || ':' || w.programme_id
     where m.account like 'wallet:%'`,
  ),
  'programme balances are their postings': comparison(
    'programmes',
    `select 'programme:' || b.programme_id || ' ' || b.currency, b.balance_minor,
       coalesce(m.amount, 0)
     from programme_balances b left join (${moneyBalances}) m
       on m.account = 'programme:' || b.programme_id and m.currency = b.currency`,
  ),
  'held money is that of open purchases': comparison(
    'held-money',
    `select coalesce(m.account, p.account) || ' ' || coalesce(m.currency, p.currency),
       coalesce(p.amount, 0), coalesce(m.amount, 0)
     from (select * from (${moneyBalances}) all_money where account like 'held:%') m
     full join (select 'held:' || p.id as account, w.wallet_currency::text as currency,
         sum(case when p.state in ${open} then w.wallet_minor else 0 end)::bigint as amount
       from purchases p join purchase_wallet_parts w on w.purchase_id = p.id group by 1, 2) p
       on p.account = m.account and p.currency = m.currency`,
  ),
  'held parts of wallets are those of open purchases': comparison(
    'held-wallets',
    `select 'wallet:' || w.passport_id || ':' || w.programme_id || ' ' || w.currency,
       coalesce(p.amount, 0), w.held_minor
     from wallets w left join (
       select q.passport_id, q.programme_id, q.wallet_currency, sum(q.wallet_minor)::bigint as amount
       from purchase_wallet_parts q join purchases p on p.id = q.purchase_id
       where p.state in ${open} group by 1, 2, 3) p
       on p.passport_id = w.passport_id and p.programme_id = w.programme_id
         and p.wallet_currency = w.currency`,
  ),
  'sales are the completed purchases': comparison(
    'sales',
    `select 'sales ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       coalesce(m.amount, 0)
     from (select currency::text as currency, sum(total_minor)::bigint as amount from purchases
       where state = 'COMPLETED' group by 1) p
     full join (select * from (${moneyBalances}) all_money where account = 'sales') m
       on m.currency = p.currency`,
  ),
  'the card provider owes what was captured': comparison(
    'cards',
    `select 'card_clearing ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),
       -coalesce(m.amount, 0)
     from (select currency::text as currency, sum(card_minor)::bigint as amount from purchases
       where state = 'COMPLETED' and card_minor > 0 group by 1) p
     full join (select * from (${moneyBalances}) all_money where account = 'card_clearing') m
       on m.currency = p.currency`,
  ),
  'the postings of a completed purchase are its total': comparison(
    'purchase-money',
    `select p.tx_id, p.total_minor, coalesce(m.amount, 0)
     from purchases p left join (select purchase_id, sum(amount_minor)::bigint as amount
       from money_postings where destination = 'sales' group by 1) m on m.purchase_id = p.id
     where p.state = 'COMPLETED'`,
  ),
  'foreign wallet money is exchanged or rounded': comparison(
    'fx',
    `select p.tx_id || ' ' || w.wallet_currency, sum(w.wallet_minor)::bigint,
       coalesce((select sum(m.amount_minor) from money_postings m where m.purchase_id = p.id
         and m.currency = w.wallet_currency and m.destination in ('fx', 'rounding')), 0)::bigint
     from purchases p join purchase_wallet_parts w on w.purchase_id = p.id
     where p.state = 'COMPLETED' and w.wallet_currency <> p.currency group by p.id, p.tx_id, 1,
       w.wallet_currency`,
  ),
  'what a batch issued is available, held or sold': comparison(
    'issued',
    `select 'issued ' || s.batch_id, s.issued_kg, -coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'issued'`,
  ),
  'available kg are their postings': comparison(
    'available',
    `select 'available ' || s.batch_id, s.available_kg, coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'available'`,
  ),
  'held kg are their postings': comparison(
    'held',
    `select 'held ' || s.batch_id, s.held_kg, coalesce(k.kg, 0) from batch_stock s
     left join (${kgBalances}) k on k.batch_id = s.batch_id and k.account = 'held'`,
  ),
  'held kg are those of open purchases': comparison(
    'held-purchases',
    `select 'held ' || s.batch_id, s.held_kg, coalesce(p.kg, 0) from batch_stock s
     left join (select batch_id, sum(quantity_kg)::bigint as kg from purchases
       where state in ${open} group by 1) p on p.batch_id = s.batch_id`,
  ),
  'sold kg are those of completed purchases': comparison(
    'sold',
    `select 'sold ' || s.batch_id, s.sold_kg, coalesce(p.kg, 0) from batch_stock s
     left join (select batch_id, sum(quantity_kg)::bigint as kg from purchases
       where state = 'COMPLETED' group by 1) p on p.batch_id = s.batch_id`,
  ),
  'sold kg by week are the sold kg': comparison(
    'weeks',
    `select 'weeks ' || s.batch_id, s.sold_kg, coalesce(w.kg, 0) from batch_stock s
     left join (select batch_id, sum(sold_kg)::bigint as kg from batch_weeks group by 1) w
       on w.batch_id = s.batch_id`,
  ),
  'passports hold what was posted to them': comparison(
    'passports',
    `select 'holder:' || p.id, p.total_kg, coalesce(k.kg, 0) from passports p
     left join (select account, sum(kg)::bigint as kg from (${kgBalances}) each_batch
       group by 1) k on k.account = 'holder:' || p.id`,
  ),
  'passports hold their purchases': comparison(
    'holdings',
    `select 'holder:' || p.id, p.total_kg, coalesce(h.kg, 0) from passports p
     left join (select holder_id, sum(quantity_kg)::bigint as kg from purchases
       where state = 'COMPLETED' group by 1) h on h.holder_id = p.id`,
  ),
  'waiting kg are those of gifts without a holder': comparison(
    'waiting',
    `select 'waiting:' || p.id, case when p.holder_id is null then p.quantity_kg else 0 end::bigint,
       coalesce(k.kg, 0)
     from purchases p left join (${kgBalances}) k
       on k.account = 'waiting:' || p.id and k.batch_id = p.batch_id
     where p.is_gift and p.state = 'COMPLETED'`,
  ),
  'places of a batch follow each other without gaps': comparison(
    'places',
    `select tx_id, expected, first_place from (
       select tx_id, first_place, (1 + coalesce(sum(quantity_kg) over (partition by batch_id
         order by first_place rows between unbounded preceding and 1 preceding), 0))::bigint
         as expected
       from purchases where state = 'COMPLETED') numbered`,
  ),
  'parts of a purchase are its wallet part': comparison(
    'parts',
    `select p.tx_id, p.wallet_minor, coalesce(w.amount, 0) from purchases p
     left join (select purchase_id, sum(paid_minor)::bigint as amount from purchase_wallet_parts
       group by 1) w on w.purchase_id = p.id`,
  ),
} as const

export type LedgerFault = {
  readonly check: string
  readonly subject: string
  readonly expected: number
  readonly found: number
}

export type LedgerReport = {
  readonly ok: boolean
  /** How many sums each check compared. */
  readonly checked: Readonly<Record<string, number>>
  readonly faults: readonly LedgerFault[]
}

const readOneSnapshot = statement(
  'ledger-check-snapshot',
  {},
  'set transaction isolation level repeatable read, read only',
)
const waitLonger = statement('ledger-check-patience', {}, `set local statement_timeout = '10min'`)

export async function checkLedger(db: Database): Promise<LedgerReport> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    await tx.run(waitLonger)
    const checked: Record<string, number> = {}
    const faults: LedgerFault[] = []
    for (const [check, sums] of Object.entries(comparisons)) {
      for (const { subject, expected, found } of await tx.run(sums)) {
        if (subject === null) checked[check] = expected
        else faults.push({ check, subject, expected, found })
      }
    }
    return { ok: faults.length === 0, checked, faults }
  })
}
