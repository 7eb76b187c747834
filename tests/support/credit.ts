// Money in a person's wallet for tests, through the ledger as a partner's credit would.
import { creditWallet } from '#features/wallet/credit-wallet.ts'
import { openProgramme } from '#features/wallet/open-programme.ts'
import type { Database } from '#platform/database/database.ts'

const currencies = ['GBP', 'EUR', 'USD', 'TRY']

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
  await db.transaction(async (tx) => {
    const programme = { id: programmeId, name: 'Test bank', currencies }
    await openProgramme(tx, { ...programme, creditLineMinor: 1_000_000_000 })
    const entry = await creditWallet(tx, {
      programmeId,
      ...rest,
      source: 'Test bank',
      logoUrl: null,
    })
    if (entry === null) throw new Error('the programme has too little left')
  })
}
