// SQL of tests, typed like the product's. It is not among the product's statements, which one test
// prepares all, and files that share a worker may use a name again.
import type { Columns, Statement } from '#platform/database/statement.ts'

let declaredCount = 0

export function statement<const C extends Columns>(
  name: string,
  columns: C,
  text: string,
): Statement<C> {
  declaredCount += 1
  return { name: `${name}-${declaredCount}`, columns, text }
}
