// Types the SQL of tests as the product types its own. Tests declare statements here, because one test
// prepares all statements of the product. A number makes names unique, because test files may share a
// process.
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
