// Reads the staff's console as members of staff with the roles that a test chooses. Every answer is compared
// with its call, and may have no other field.
import { everyCall } from '#tests/support/every-call.ts'
import { startTestConsole } from '#tests/support/servers/test-console.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { staffRoles } from '#values/staff/roles.ts'

const findReads = statement(
  'test-reads-of-staff',
  { id: 'int8', command: 'text', about: 'text[]' },
  `select id, command, about from audit_trail
   where staff_id is not null and outcome = 'read' and id > $1 order by id`,
)

export type Read = {
  readonly status: number
  /** The path of the next page, or null. */
  readonly next: string | null
  // biome-ignore lint/suspicious/noExplicitAny: answers are judged by the tests that read them
  readonly body: any
}

export type ConsoleReader = {
  /** Reads a path below `/console/api/`, or the whole path of a next page. The default is every role. */
  read(path: string, roles?: readonly string[]): Promise<Read>
  /** Returns the reads in the audit trail since the last call, such as `people show <id>`. */
  reads(): Promise<string[]>
  close(): Promise<void>
}

const prefix = '/console/api'

export async function openConsoleReader(test: TestApp): Promise<ConsoleReader> {
  const console = await startTestConsole(test)
  const clients = new Map<string, ReturnType<typeof console.signIn>>()
  function clientOf(roles: readonly string[]) {
    const key = roles.join(',')
    const client = clients.get(key) ?? console.signIn(...roles)
    clients.set(key, client)
    return client
  }
  let lastId = 0
  return {
    async read(path, roles = staffRoles) {
      const url = path.startsWith(prefix) ? path : `${prefix}/${path}`
      const client = await clientOf(roles)
      const { status, headers, body } = await client.call('GET', url)
      refuseUndescribed(url, status, body)
      const [, next = null] = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
      return { status, next, body }
    },
    async reads() {
      const rows = await test.services.db.run(findReads, [lastId])
      lastId = rows.at(-1)?.id ?? lastId
      return rows.map(({ command, about }) => [command, ...about].join(' '))
    },
    close: () => console.close(),
  }
}

/** The calls of the console that read. */
export const readingCalls = everyCall.filter(
  ({ method, path }) => method === 'GET' && path.startsWith(`${prefix}/`),
)

/** Throws if the answer does not fit its call, or has a field that the call does not describe. */
function refuseUndescribed(url: string, status: number, body: unknown): void {
  const path = url.replace(/\?.*/, '')
  const call = readingCalls.find((each) =>
    new RegExp(`^${each.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  if (call === undefined || status !== 200) return
  const parsed: unknown = call.answers[200]?.schema?.parse(body) ?? body
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(body))) {
    throw new Error(`${url} has a field that ${call.id} does not describe`)
  }
}

/** Sorts the fields of objects, so that their texts can be compared. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
