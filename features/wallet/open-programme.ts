// A partner programme: it starts at nothing and may give until its credit line is used.
import { writeProgramme } from '#features/wallet/credit-queries.ts'
import { openProgrammeBalances } from '#ledger/open-accounts.ts'
import type { Transaction } from '#platform/database/database.ts'

export type Programme = {
  readonly id: string
  readonly name: string
  readonly currencies: readonly string[]
  /** How far below zero each balance may fall, in minor units. */
  readonly creditLineMinor: number
}

/**
 * Makes a programme and its balances where they are missing; what is there keeps its name and its
 * credit line. Answers whether it was made.
 */
export async function openProgramme(tx: Transaction, programme: Programme): Promise<boolean> {
  const { id, name, currencies, creditLineMinor } = programme
  const isNew = await writeProgramme(tx, id, name)
  await openProgrammeBalances(tx, id, currencies, creditLineMinor)
  return isNew
}
