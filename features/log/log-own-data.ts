// Erases the salts of a user's entries in the public log. Without its salt an entry, which stays,
// leads to no purchase. A gift's salt is its holder's.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'

/** Locks the logs' heads. Appends in progress finish first, and later ones read the erasure. */
const holdLogs = statement(
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
  async erase(tx, { passportId }) {
    await tx.run(holdLogs, [])
    await tx.run(eraseSalts, [passportId])
  },
}
