// Records, at an erasure, the sign-up benefits of the last 12 months under the phone hash. The phone number
// then does not get them again.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { benefitsKept, recordBenefits } from '#features/sign-in/number/sign-up-benefits.ts'
import type { NumberKeys } from '#platform/keys.ts'

export const signUpBenefitsOwnData = (numbers: NumberKeys): OwnDataPart => ({
  title: 'what comes once a number',
  processing: {
    data: 'keyed hash of a number that left a passport, benefits that it got, with their days',
    purpose: 'give the welcome credit and each reward once to a number',
    basis: 'legitimate interest',
    retention: [['hash and benefits', benefitsKept]],
    recipients: [],
  },
  async erase(tx, { passportId, phone }) {
    if (phone !== null) await recordBenefits(tx, numbers.hashOf(phone), passportId)
  },
})
