// Serves the console's calls that read on a bare app, as a member of staff whose roles a test chooses. Every
// answer is compared with its call, and may have no other field.
import Fastify, { type FastifyError } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { consoleRoutes } from '#features/console/console-routes.ts'
import { problemOf, sendProblem } from '#platform/http/errors.ts'
import { problemKinds } from '#server/problems.ts'
import type { Services } from '#server/services.ts'
import { statement } from '#tests/support/test-statement.ts'
import { staffRoles } from '#values/staff/roles.ts'

const insertStaff = statement(
  'test-insert-staff',
  { id: 'uuid', name: 'text' },
  `insert into staff (name, email, roles)
   values ('Ada ' || uuidv7(), uuidv7() || '@passport.example', '{look}') returning id, name`,
)
const findReads = statement(
  'test-reads-of-staff',
  { id: 'int8', command: 'text', about: 'text[]', outcome: 'text?' },
  'select id, command, about, outcome from audit_trail where staff_id = $1 and id > $2 order by id',
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
  /** Returns the rows of the audit trail since the last call, such as `people show <id>: read`. */
  reads(): Promise<string[]>
  close(): Promise<void>
}

export async function openConsoleReader(services: Services): Promise<ConsoleReader> {
  const [staff] = await services.db.run(insertStaff)
  if (staff === undefined) throw new Error('no member of staff was inserted')
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorate('problemKinds', problemKinds)
  app.decorateRequest('staff', null)
  app.addHook('onRequest', async (request) => {
    const now = new Date()
    const roles = String(request.headers['x-roles']).split(',')
    request.staff = { ...staff, roles, sessionId: staff.id, verifiedAt: now, expiresAt: now }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = request.routeOptions.config.call?.answers[reply.statusCode]?.schema
    if (schema === undefined) return payload
    const body = JSON.parse(String(payload))
    const parsed = schema.parse(body)
    if (JSON.stringify(sorted(parsed)) === JSON.stringify(sorted(body))) return payload
    throw new Error(`${request.url} has a field that its call does not describe: ${payload}`)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error, request)
    if (problem.problem === 'internal') throw error
    return sendProblem(reply, problem)
  })
  consoleRoutes(app, services)
  let lastId = 0
  return {
    async read(path, roles = staffRoles) {
      const url = path.startsWith('/') ? path : `/console/api/${path}`
      const headers = { 'x-roles': roles.join(',') }
      const reply = await app.inject({ method: 'GET', url, headers })
      const [, next = null] = /^<(.+)>; rel="next"$/.exec(String(reply.headers.link)) ?? []
      return { status: reply.statusCode, next, body: reply.json() }
    },
    async reads() {
      const rows = await services.db.run(findReads, [staff.id, lastId])
      lastId = rows.at(-1)?.id ?? lastId
      return rows.map(({ command, about, outcome }) =>
        [command, ...about].join(' ').concat(`: ${outcome}`),
      )
    },
    close: () => app.close(),
  }
}

/** Sorts the fields of objects, so that their texts can be compared. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
