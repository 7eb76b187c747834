// Splits the console's lists into pages. The key of a page is the id of the last row before it, so that a
// page stays the same while rows are added. Pure.
import { type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'

export type ConsolePage<Row> = {
  readonly rows: readonly Row[]
  /** The key of the next page, or null on the last one. */
  readonly next: string | null
}

/** A list's `limit` and `after`, as its call parses them. */
export type PageQuery = { readonly limit: number; readonly after?: string | undefined }

const textKeyPattern = /^[\w:.-]{1,200}$/

/** Returns the UUID after which a page begins; null for the first page. Problem: `bad_request`. */
export function uuidKeyOf({ after }: PageQuery): string | null | Problem<'bad_request'> {
  if (after === undefined) return null
  return isUuid(after) ? after.toLowerCase() : problem('bad_request')
}

/** Returns the id after which a page begins; null for the first page. Problem: `bad_request`. */
export function textKeyOf({ after }: PageQuery): string | null | Problem<'bad_request'> {
  if (after === undefined) return null
  return textKeyPattern.test(after) ? after : problem('bad_request')
}

export function isBadKey(
  key: string | null | Problem<'bad_request'>,
): key is Problem<'bad_request'> {
  return typeof key === 'object' && key !== null
}

/** Returns the page of at most `limit` rows. The caller has read one row more, if there is one. */
export function consolePageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): ConsolePage<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length <= limit || last === undefined ? null : keyOf(last) }
}

/**
 * Returns a page of sorted rows that are all in memory. A key of a row that is not there any more ends the
 * list.
 */
export function consolePageAfter<Row>(
  rows: readonly Row[],
  { limit, after }: { readonly limit: number; readonly after: string | null },
  keyOf: (row: Row) => string,
): ConsolePage<Row> {
  const at = after === null ? -1 : rows.findIndex((row) => keyOf(row) === after)
  const rest = after !== null && at < 0 ? [] : rows.slice(at + 1)
  return consolePageOf(rest, limit, keyOf)
}

/** Returns the `Link` header of the next page, with the same filters. `url` is the request's path and query. */
export function nextPageLink(url: string, next: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('after', next)
  return `<${path}?${parameters}>; rel="next"`
}

/** Returns the names of the filters in a list's query, for the audit trail. */
export function filterNamesOf(query: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(query).filter(
    (name) => name !== 'limit' && name !== 'after' && query[name] !== undefined,
  )
}
