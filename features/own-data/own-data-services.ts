// Declares the services of the use cases of own data. Types only.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import type { Services as SignInServices } from '#features/sign-in/sign-in-services.ts'

export type Services = SignInServices & {
  /** Each feature's part, in the order of erasing. */
  readonly ownDataParts: readonly OwnDataPart[]
  readonly settings: {
    /** Path of the file with the ids of erased passports, outside the database. */
    readonly erasuresFile: string
  }
}
