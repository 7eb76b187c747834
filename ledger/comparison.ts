// One sum of the ledger's audit as a statement: what is expected beside what is found.
import { statement } from '#platform/database/statement.ts'

/**
 * One sum by two ways, per subject; a row is a subject where the two differ. The first row has a
 * subject of null and tells how many subjects were compared.
 */
export function comparison(name: string, sql: string) {
  return statement(
    `ledger-check-${name}`,
    { subject: 'text?', expected: 'int8', found: 'int8' },
    `with compared (subject, expected, found) as (${sql})
     select null::text as subject, count(*) as expected, count(*) as found from compared
     union all
     (select subject, expected, found from compared where expected <> found limit 20)`,
  )
}

/** By a sentence that says what holds. */
export type Comparisons = Readonly<Record<string, ReturnType<typeof comparison>>>
