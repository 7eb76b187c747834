// Keeps, under what stands for an erased number, what the number got that comes once in 12 months.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { recordPerks } from '#features/sign-in/number/number-perks.ts'
import type { NumberKeys } from '#platform/keys.ts'

export const perksOwnData = (numbers: NumberKeys): OwnDataPart => ({
  title: 'what comes once a number',
  async erase(tx, { passportId, phone }) {
    if (phone !== null) await recordPerks(tx, numbers.hashOf(phone), passportId)
  },
})
