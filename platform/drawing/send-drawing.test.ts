// Tests the answer with a drawn file: its kind, its name, its caller, and that a client that has it gets no new one.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendDrawing } from './send-drawing.ts'

type Job = { readonly words: string }

let app: FastifyInstance
let drawn: unknown[]
beforeEach(() => {
  drawn = []
  app = Fastify({ trustProxy: true })
  app.get<{ Params: { kind: 'pdf' | 'png'; words: string } }>('/:kind/:words', (request, reply) => {
    const { kind, words } = request.params
    const draw = async (job: Job, caller?: string) => {
      drawn.push([job, caller])
      return Buffer.from(`drawn ${job.words}`)
    }
    return sendDrawing(request, reply, { draw, job: { words }, kind, name: `file-${words}` })
  })
})
afterEach(() => app.close())

const get = (url: string, headers = {}) =>
  app.inject({ url, headers: { 'x-forwarded-for': '2001:db8:1:2:3::4', ...headers } })

it.each([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
])(
  'a %s is sent with its type and name, and drawn for the caller’s network',
  async (kind, type) => {
    const { statusCode, headers, body } = await get(`/${kind}/a`)
    expect([statusCode, body]).toEqual([200, 'drawn a'])
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toBe(`inline; filename="file-a.${kind}"`)
    expect(headers.etag).toMatch(/^W\/"[\w-]{43}"$/)
    expect(drawn).toEqual([[{ words: 'a' }, '2001:db8:1:2']])
  },
)

it('is not drawn again for a client that has it, and is for one that has another', async () => {
  const { headers } = await get('/pdf/a')
  const held = { 'if-none-match': String(headers.etag) }
  const again = await get('/pdf/a', held)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  expect(drawn).toHaveLength(1)
  const other = await get('/pdf/b', held)
  expect([other.statusCode, other.body]).toEqual([200, 'drawn b'])
  expect(other.headers.etag).not.toBe(headers.etag)
})
