// Credits a person's wallet for tests, through the ledger as a partner's call does.
import { creditWallet } from '#features/wallet/programmes/credit-wallet.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem } from '#values/problem.ts'
import { openTestProgramme } from './programme.ts'

export async function creditTestWallet(
  db: Database,
  credit: {
    readonly passportId: string
    readonly currency: string
    readonly amountMinor: number
    readonly programmeId?: string
  },
): Promise<void> {
  const { programmeId = 'test-bank', ...rest } = credit
  await openTestProgramme(db, { id: programmeId, name: 'Test bank' })
  await db.transaction(async (tx) => {
    const entry = await creditWallet(tx, {
      programmeId,
      ...rest,
      source: 'Test bank',
      logoUrl: null,
    })
    if (isProblem(entry)) throw new Error(entry.problem)
  })
}
