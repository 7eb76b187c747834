// Records, at an erasure, the sign-up benefits of the last 12 months under the phone hash. The phone number
// then does not get them again.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { recordBenefits } from '#features/sign-in/number/sign-up-benefits.ts'
import type { NumberKeys } from '#platform/keys.ts'

export const signUpBenefitsOwnData = (numbers: NumberKeys): OwnDataPart => ({
  title: 'what comes once a number',
  async erase(tx, { passportId, phone }) {
    if (phone !== null) await recordBenefits(tx, numbers.hashOf(phone), passportId)
  },
})
