// Declares the SQL that reads wallets and their transactions.
import { sqlState } from '#features/purchases/states/state-sql.ts'
import { statement } from '#platform/database/statement.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'

export const findWallets = statement(
  'wallets-of-passport',
  {
    programme_id: 'text',
    programme_name: 'text',
    logo_url: 'text?',
    currency: 'bpchar',
    balance_minor: 'int8',
    held_minor: 'int8',
    created_at: 'timestamptz',
  },
  `select w.programme_id, g.name as programme_name, g.logo_url, w.currency, w.balance_minor,
     w.held_minor, w.created_at
   from wallets w join programmes g on g.id = w.programme_id
   where w.passport_id = $1 order by w.created_at, w.programme_id, w.currency`,
).rows<[passportId: string]>()

/** SQL of a project's shown name. The catalogue, which declares it, is below in the order of features. */
const shownName = 'coalesce(project.shown_name, project.name)'

/**
 * Returns credits, their reversals, payments for completed purchases, and refunds of these payments,
 * newest first. If `limit` is null, returns all after `offset`. A payment and its refund have no id of
 * their own: `md5` derives one.
 */
export const findWalletTransactions = statement(
  'wallet-transactions-of-passport',
  {
    id: 'uuid',
    type: 'text',
    amount_minor: 'int8',
    currency: 'bpchar',
    source: 'text',
    logo_url: 'text?',
    created_at: 'timestamptz',
    is_refund: 'bool',
  },
  `select c.id, 'credit' as type, c.amount_minor, c.currency, c.source, c.logo_url, c.created_at,
     c.programme_id = '${refundsProgramme.id}' as is_refund
   from wallet_credits c where c.passport_id = $1
   union all
   select r.id, 'debit', c.amount_minor, c.currency, c.source, c.logo_url, r.created_at,
     false
   from wallet_reversals r join wallet_credits c on c.id = r.credit_id where c.passport_id = $1
   union all
   select md5(p.id::text || w.programme_id || w.wallet_currency)::uuid, 'debit', w.wallet_minor,
     w.wallet_currency::bpchar, ${shownName}, programme.logo_url, p.completed_at,
     false
   from purchases p
   join purchase_wallet_parts w on w.purchase_id = p.id
   join projects project on project.id = p.project_id
   join programmes programme on programme.id = w.programme_id
   where p.buyer_id = $1 and p.state = ${sqlState('COMPLETED')}
   union all
   select md5(p.id::text || w.programme_id || w.wallet_currency || 'back')::uuid, 'credit',
     w.wallet_minor - gone.wallet_minor, w.wallet_currency::bpchar, ${shownName}, programme.logo_url,
     r.wallet_returned_at, true
   from purchases p
   join purchase_reversals r on r.purchase_id = p.id and r.wallet_returned_at is not null
   join purchase_wallet_parts w on w.purchase_id = p.id
   cross join lateral (select coalesce(sum(f.wallet_minor), 0)::bigint as wallet_minor
     from refund_part_wallets f where f.purchase_id = p.id and f.programme_id = w.programme_id
       and f.wallet_currency = w.wallet_currency) gone
   join projects project on project.id = p.project_id
   join programmes programme on programme.id = w.programme_id
   where p.buyer_id = $1 and w.wallet_minor > gone.wallet_minor
   union all
   select md5(p.id::text || w.programme_id || w.wallet_currency || 'part' || w.part)::uuid, 'credit',
     w.wallet_minor, w.wallet_currency::bpchar, ${shownName}, programme.logo_url, f.created_at, true
   from purchases p
   join refund_parts f on f.purchase_id = p.id
   join refund_part_wallets w on w.purchase_id = f.purchase_id and w.part = f.part
   join projects project on project.id = p.project_id
   join programmes programme on programme.id = w.programme_id
   where p.buyer_id = $1 and w.wallet_minor > 0
   order by 7 desc, 1 desc limit $2 offset $3`,
).rows<[passportId: string, limit: number | null, offset: number]>()
