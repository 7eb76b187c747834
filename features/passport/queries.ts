// All SQL of the passport itself.
import { type PassportRow, passportColumns, sqlPassport } from '#features/passport/passport-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const passportsById = statement(
  'passports-by-id',
  passportColumns,
  `select ${sqlPassport} from passports p where p.id = any($1::uuid[])`,
)

export function findPassports(db: Db, ids: readonly string[]): Promise<PassportRow[]> {
  return db.run(passportsById, [ids])
}
