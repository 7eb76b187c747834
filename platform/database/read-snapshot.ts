// What reads much reads it as of one moment: the first statement of a transaction that only reads.
import { statement } from '#platform/database/statement.ts'

export const readOneSnapshot = statement(
  'read-one-snapshot',
  {},
  'set transaction isolation level repeatable read, read only',
)
