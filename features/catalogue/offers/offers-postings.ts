// Computes the postings of an import: an issued batch becomes stock, once and finally. Pure.
import { kgAccounts } from '#ledger/accounts.ts'
import type { Postings } from '#ledger/postings.ts'

export type Issue = { readonly batchId: string; readonly quantityKg: number }

export function issuePostings(issues: readonly Issue[]): Postings {
  const { issued, available } = kgAccounts
  const kg = issues.map((issue) => ({
    causeId: null,
    source: issued,
    destination: available,
    ...issue,
  }))
  return { kg, money: [] }
}
