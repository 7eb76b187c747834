// Runs in each worker of the tests. With SQL_FAULT it sends a faulty text for one statement; with
// SQL_RECORD it appends the names of the statements that each test file runs.
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'

const faulty = z.object({ name: z.string(), text: z.string() })
const named = z.object({ name: z.string(), text: z.string() }).loose()

const fault =
  process.env.SQL_FAULT === undefined ? null : faulty.parse(JSON.parse(process.env.SQL_FAULT))
const record = process.env.SQL_RECORD
const seen = new Set<string>()

/** The query with the fault in it, where it is the faulty statement. */
function withFault(query: unknown): unknown {
  const statement = named.safeParse(query)
  if (!statement.success) return query
  seen.add(statement.data.name)
  if (statement.data.name !== fault?.name) return query
  return Object.assign(Object.create(Object.getPrototypeOf(query)), query, { text: fault.text })
}

const query = pg.Client.prototype.query
if (!('isWatched' in query)) {
  const watched = new Proxy(query, {
    apply: (target, client, [first, ...others]) =>
      Reflect.apply(target, client, [withFault(first), ...others]),
    has: (target, key) => key === 'isWatched' || key in target,
  })
  Object.defineProperty(pg.Client.prototype, 'query', { value: watched, writable: true })
}

afterAll(() => {
  if (record === undefined) return
  const { testPath } = expect.getState()
  appendFileSync(record, `${JSON.stringify({ testPath, statements: [...seen] })}\n`)
  seen.clear()
})
