// Computes the ledger postings that move the kilograms of newly imported batches into the stock. Pure.
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
