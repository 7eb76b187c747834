// The shapes of the wallet's answers (contract.ts), for the check at the edge of the browser's half.
import type { Answer } from '#web/api/api-routes.ts'
import { flag, listOf, moment, nullable, number, objectOf, oneOf, text } from '#web/api/shape.ts'

type Wallet = Answer<'GET', '/api/wallet/me'>
type Programme = Wallet['wallets'][number]

const programmeShape = objectOf<Programme>({
  program_id: text,
  program_name: text,
  logo_url: nullable(text),
  totals: listOf(
    objectOf<Programme['totals'][number]>({ currency: text, total: number, held: number }),
  ),
})

export const walletShape = objectOf<Wallet>({
  wallets: listOf(programmeShape),
  totalInUserCurrency: number,
  userCurrency: text,
  as_of: nullable(moment),
})
export const walletTransactionsShape = listOf(
  objectOf<Answer<'GET', '/api/wallet/transactions'>[number]>({
    id: text,
    type: oneOf('credit', 'debit'),
    amount: number,
    currency: text,
    source: text,
    is_refund: flag,
    logo_url: nullable(text),
    created_at: moment,
  }),
)
export const previewShape = objectOf<Answer<'POST', '/api/wallet/prepay-preview'>>({
  card_needed: number,
  wallet_used: number,
  wallet_total: number,
  wallet_held: number,
  wallet_tx_id: text,
  currency: text,
  rate: number,
  expires_at: moment,
  card_minimum: number,
})
export const rateShape = objectOf<Answer<'GET', '/api/tokens/transaction/fx/latest'>>({
  from: text,
  to: text,
  rate: number,
  as_of: moment,
  source: text,
})
