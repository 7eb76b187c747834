// Sets a transaction to read only, on one snapshot. It must be the first statement.
import { statement } from '#platform/database/statement.ts'

export const readOneSnapshot = statement(
  'read-one-snapshot',
  {},
  'set transaction isolation level repeatable read, read only',
)
