// What the use cases of one's own data are handed. Types only.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import type { Services as SignInServices } from '#features/sign-in/sign-in-services.ts'

export type Services = SignInServices & {
  /** What each feature keeps of a person, in the order of erasing. */
  readonly ownDataParts: readonly OwnDataPart[]
  readonly settings: {
    /** Where the ids of erased people stand outside the database. */
    readonly erasuresFile: string
  }
}
