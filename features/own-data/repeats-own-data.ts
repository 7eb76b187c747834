// The answers that are kept so that a repeated call has no second effect: they may show names and notes.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

const eraseKeys = statement(
  'erase-idempotency-keys',
  {},
  'delete from idempotency_keys where owner_id = $1',
)

export const repeatsOwnData: OwnDataPart = {
  title: 'answers kept for repeats',
  async erase(tx, { passportId }) {
    await tx.run(eraseKeys, [passportId])
  },
}
