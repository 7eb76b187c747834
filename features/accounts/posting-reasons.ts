// Names the reason of a posting from the accounts that it connects. Pure; docs/ledger.md describes
// the flows.
import { chartNameOf } from '#ledger/accounts.ts'

const reasons: ReadonlyMap<string, string> = new Map([
  ['programme > wallet', 'credit of a programme'],
  ['wallet > programme', 'credit taken back or lapsed'],
  ['bank > programme', 'paid in for a programme'],
  ['programme > bank', 'funds of a programme returned'],
  ['wallet > held', 'wallet money reserved'],
  ['held > wallet', 'reservation ended'],
  ['rewards > held', 'reward reserved'],
  ['held > rewards', 'reservation of a reward ended'],
  ['held > sales', 'sold for reserved money'],
  ['held > fx', 'sold for reserved money of another currency'],
  ['held > rounding', 'rounding of a sale'],
  ['fx > sales', 'sold for money of another currency'],
  ['card_clearing > sales', 'sold by card'],
  ['card_clearing > refunds_due', 'charged, or refunded in vain, and owed back'],
  ['refunds_due > card_clearing', 'given back to the card'],
  ['refunds_due > programme', 'failed refund paid into the wallet'],
  ['refunds_due > bank', 'failed refund paid elsewhere'],
  ['chargebacks > refunds_due', 'dispute reinstated, owed to the buyer'],
  ['refunds_due > chargebacks', 'owed money that a lost dispute took'],
  ['card_clearing > goodwill', 'goodwill that did not reach the card'],
  ['sales > card_clearing', 'refunded to the card'],
  ['sales > refunds_due', 'refund owed to the card'],
  ['refunds_due > sales', 'refund not owed any more'],
  ['refunds_due > goodwill', 'goodwill not owed any more'],
  ['goodwill > card_clearing', 'goodwill to the card'],
  ['goodwill > refunds_due', 'goodwill owed to the card'],
  ['sales > goodwill', 'goodwill became a refund'],
  ['chargebacks > card_clearing', 'dispute lost'],
  ['card_clearing > chargebacks', 'dispute reinstated or won after all'],
  ['sales > wallet', 'refunded to the wallet'],
  ['goodwill > wallet', 'goodwill to the wallet'],
  ['sales > programme', 'refunded to the programme'],
  ['goodwill > programme', 'goodwill to the programme'],
  ['sales > fx', 'refund in another currency'],
  ['goodwill > fx', 'goodwill in another currency'],
  ['fx > wallet', 'refunded to a wallet of another currency'],
  ['fx > programme', 'refunded to a programme in another currency'],
  ['rounding > wallet', 'rounding of a refund'],
  ['rounding > programme', 'rounding of a refund'],
  ['sales > tax', 'tax of a receipt'],
  ['tax > sales', 'tax of a credit note'],
  ['fees > card_clearing', 'fee of the card provider'],
  ['card_clearing > fees', 'fee given back by the card provider'],
  ['bank > card_clearing', 'payout of the card provider'],
  ['card_clearing > bank', 'payout taken back'],
  ['fx > card_clearing', 'changed by the card provider'],
  ['card_clearing > fx', 'changed by the card provider'],
  ['stock > suppliers', 'cost of a batch'],
  ['suppliers > stock', 'cost of a batch corrected'],
  ['cost_of_sales > stock', 'cost of sold kilograms'],
  ['stock > cost_of_sales', 'cost of sold kilograms corrected'],
  ['write_offs > cost_of_sales', 'cost of kilograms taken back'],
  ['cost_of_sales > write_offs', 'cost of kilograms sold after their write-off'],
  ['write_offs > stock', 'cost of kilograms that cannot be sold'],
  ['stock > write_offs', 'cost of kilograms that cannot be sold corrected'],
  ['issued > available', 'batch issued'],
  ['available > held', 'kilograms reserved'],
  ['held > available', 'reservation ended'],
  ['held > holder', 'sold'],
  ['held > waiting', 'sold as a gift that waits'],
  ['waiting > holder', 'gift received'],
  ['waiting > returned', 'taken back from a gift that waits'],
  ['holder > returned', 'taken back from the holder'],
  ['available > operator', 'taken to make a tonne whole'],
  ['holder > replaced', 'taken back by the registry'],
  ['waiting > replaced', 'taken back by the registry'],
  ['available > holder', 'given for what a registry took back'],
  ['available > waiting', 'given for what a registry took back'],
])

const chartGroupOf = (account: string) => chartNameOf(account).replace(/:.*/, '')

type Flow = {
  readonly source: string
  readonly destination: string
  /** The day in a closed month from which the posting was moved, or null. */
  readonly lateFrom?: string | null
  /** True for an entry by hand. */
  readonly isEntry?: boolean
}

/** Returns the reason of a posting, or the accounts' names if no flow connects them. */
export function reasonOf({ source, destination, lateFrom = null, isEntry = false }: Flow): string {
  const pair = `${chartGroupOf(source)} > ${chartGroupOf(destination)}`
  const reason = isEntry ? 'entry by hand' : (reasons.get(pair) ?? pair)
  return lateFrom === null ? reason : `${reason}, of ${lateFrom}, after the close of that month`
}
