// Tests that a process is ready with the schema of its version, and until it drains.
import Fastify from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { healthRoutes } from '#platform/http/health.ts'
import type { Api } from '#platform/http/request-types.ts'
import { problemKinds } from '#server/problems.ts'
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  timeoutFactor,
} from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'

let database: TestDatabase
let db: Database
let app: Api
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 1)
})
beforeEach(async () => {
  app = Fastify({ return503OnClosing: false }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('problemKinds', problemKinds)
  app.decorateRequest('refusal', null)
  healthRoutes(app, { db, timeoutFactor })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const status = async (path: string) => (await fetch(`${app.listeningOrigin}${path}`)).status

it('is not ready while it drains, but lives', async () => {
  const drained: number[] = []
  app.addHook('preClose', async () => {
    drained.push(await status('/health/ready'), await status('/health/live'))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await status('/health/ready')).toBe(200)
  await app.close()
  expect(drained).toEqual([503, 200])
})

it('is not ready while the newest migration is missing', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const forget = statement(
    'test-forget-migration',
    {},
    'delete from migrations where number = (select max(number) from migrations)',
  )
  await db.run(forget)
  expect(await status('/health/ready')).toBe(503)
  await app.close()
})
