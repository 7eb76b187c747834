// Declares the services that own data depends on.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import type { Services as SignInServices } from '#features/sign-in/sign-in-services.ts'

export type Services = SignInServices & {
  /** The features' parts, in the order of erasure. */
  readonly ownDataParts: readonly OwnDataPart[]
  readonly settings: {
    /** Path of the file with the ids of erased passports, outside the database. */
    readonly erasuresFile: string
  }
}
