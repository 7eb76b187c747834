// Erases the salts of a user's entries in the public log. An entry stays, but without its salt it
// cannot be linked to a purchase. The salt of a gift belongs to the holder, not to the buyer.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

/** Locks the logs' heads. Appends in progress therefore commit first, and later appends see the erasure. */
const lockHeads = statement(
  'hold-log-heads',
  {},
  'select from log_heads order by log_number for share',
)
const eraseSalts = statement(
  'erase-log-salts',
  {},
  `update log_entries e set salt = null
   from purchases p join kg_postings k on k.purchase_id = p.id cross join logs l
   where p.holder_id = $1 and e.log_number = l.number and e.fact_id = k.id and e.salt is not null`,
)

export const logOwnData: OwnDataPart = {
  title: 'public log',
  processing: {
    data: 'salts that link entries of the public log to purchases',
    purpose: 'prove to a holder that the kilograms are in the log',
    basis: 'contract',
    retention: [
      ['salts', 'the passport is deleted'],
      ['entries, which name no person', 'for good'],
    ],
    recipients: ['public'],
  },
  async erase(tx, { passportId }) {
    await tx.run(lockHeads, [])
    await tx.run(eraseSalts, [passportId])
  },
}
