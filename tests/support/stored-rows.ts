// Makes a database whose statements have known rows, for tests of what is made of the rows.
import type { Database } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/statement.ts'
import { isEnding } from '#platform/database/write.ts'

/** The rows of each statement, by its name. Each call of a statement takes the next page of its pages. */
export type StoredRows = Readonly<Record<string, readonly (readonly object[])[]>>

/** Returns the database, and the values of each call by the name of its statement. */
export function databaseOf(pagesByName: StoredRows) {
  const values = new Map<string, unknown[][]>()
  const run = async ({ name }: Statement, given: readonly unknown[] = []) => {
    const calls = values.get(name) ?? []
    values.set(name, [...calls, [...given]])
    return [...(pagesByName[name]?.[calls.length] ?? [])]
  }
  const db = {
    run,
    transaction: async (work: (tx: unknown) => Promise<unknown>) => {
      const outcome = await work({ run })
      return isEnding(outcome) ? outcome.result : outcome
    },
    close: async () => undefined,
  } as unknown as Database
  return { db, valuesOf: (name: string) => values.get(name) ?? [] }
}
