// Erases the stored responses of idempotent calls, which may contain names and notes.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { eraseKeysOf } from '#platform/database/idempotency.ts'

export const repeatsOwnData: OwnDataPart = {
  title: 'answers kept for repeats',
  erase: (tx, { passportId }) => eraseKeysOf(tx, passportId),
}
