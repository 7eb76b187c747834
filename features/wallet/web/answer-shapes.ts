// The shapes of the wallet's answers (contract.ts), for the check at the edge of the browser's half.
import { listOf, moment, nullable, number, objectOf, oneOf, text } from '#web/shape.ts'
import type { PreviewReply, RateReply, Wallet, WalletTransaction } from '../contract.ts'

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
  objectOf<WalletTransaction>({
    id: text,
    type: oneOf('credit', 'debit'),
    amount: number,
    currency: text,
    source: text,
    logo_url: nullable(text),
    created_at: moment,
  }),
)
export const previewShape = objectOf<PreviewReply>({
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
export const rateShape = objectOf<RateReply>({
  from: text,
  to: text,
  rate: number,
  as_of: moment,
  source: text,
})
