// Sums the postings of a report from one account to another, by currency. Pure.
import type { Postings } from '#ledger/postings.ts'

export type PostedSum = { readonly flow: string; readonly currency: string; readonly minor: number }

/** Returns a sum for each pair of accounts, such as `fees -> card_clearing`, and currency. */
export function postedSums(posted: Postings['money']): PostedSum[] {
  const sums = new Map<string, PostedSum>()
  for (const { source, destination, currency, amountMinor } of posted) {
    const flow = `${source.name} -> ${destination.name}`
    const { minor = 0 } = sums.get(`${flow} ${currency}`) ?? {}
    sums.set(`${flow} ${currency}`, { flow, currency, minor: minor + amountMinor })
  }
  return [...sums.values()]
}
