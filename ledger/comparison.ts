// Declares a comparison of the audit as a statement. Its SQL selects a subject, an expected sum and a
// found sum.
import { statement } from '#platform/database/statement.ts'

/**
 * Returns a statement that compares two sums per subject. Its first row has the subject null and the
 * number of compared subjects. At most 20 rows with differing sums follow.
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

/** Comparisons by name. The name is a sentence that states the expected result. */
export type Comparisons = Readonly<Record<string, ReturnType<typeof comparison>>>
