// Declares one comparison of the audit as a statement: an expected and a found sum per subject.
import { statement } from '#platform/database/statement.ts'

/**
 * Compares two sums per subject. A row is a subject where they differ; the first row has a subject
 * of null and the number of compared subjects.
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

/** Comparisons by name: a sentence that states the expected result. */
export type Comparisons = Readonly<Record<string, ReturnType<typeof comparison>>>
