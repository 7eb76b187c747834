// Types the SQL of tests like the product's. It is separate from the product's statements, because
// one test prepares all of those, and files that share a worker may repeat a name.
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
