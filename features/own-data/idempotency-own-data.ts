// Erases the stored responses of idempotent calls, which may contain names and notes.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { eraseKeysOf } from '#platform/database/idempotency.ts'
import { repeatsKept } from '#platform/database/tidy.ts'

export const repeatsOwnData: OwnDataPart = {
  title: 'answers kept for repeats',
  processing: {
    data: 'answers to calls that change something, which may have names and notes',
    purpose: 'answer a repeated call without a second effect',
    basis: 'contract',
    retention: [['answers', repeatsKept]],
    recipients: [],
  },
  erase: (tx, { passportId }) => eraseKeysOf(tx, passportId),
}
