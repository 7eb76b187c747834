// Compares every money balance with its postings, for the audit.
import { comparison } from '#ledger/comparison.ts'

/** SQL condition of the postings `m` that are no entry by hand, which no purchase and no report knows. */
export const sqlIsNoEntry = 'not exists (select from manual_entries e where e.id = m.purchase_id)'

/** SQL of each account's balance, summed from its postings, without entries by hand. */
export const moneyBalances = `select currency::text as currency, account, sum(amount)::bigint as amount from (
    select currency, destination as account, amount_minor as amount from money_postings m
      where ${sqlIsNoEntry}
    union all select currency, source, -amount_minor from money_postings m where ${sqlIsNoEntry}) legs
  group by 1, 2`

export const moneySums = {
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
  'reward budgets are their postings': comparison(
    'rewards',
    `select 'rewards ' || coalesce(b.currency, m.currency), coalesce(b.balance_minor, 0),
       coalesce(m.amount, 0)
     from reward_budgets b
     full join (select * from (${moneyBalances}) all_money where account = 'rewards') m
       on m.currency = b.currency`,
  ),
} as const
