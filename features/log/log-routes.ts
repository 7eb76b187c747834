// Serves the public log over HTTP: its checkpoint, its key and its tiles. No SQL, no rules.
import type { FastifyReply } from 'fastify'
import { verifierText } from '#features/log/tree/signed-note.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { shareReadings } from '#platform/shared-readings.ts'
import { problem } from '#values/problem.ts'
import { logParams } from './contract.ts'
import { readHead } from './log-queries.ts'
import type { Services } from './log-services.ts'
import { readTileBytes } from './read-tile.ts'

/** Browsers on other origins may verify the log. */
const config = { access: 'public', anyOrigin: true, problems: ['not_found'] } as const
/** The API description names parts of an address; a tile's own part may hold slashes. */
const tileConfig = (prefix: string) => ({ ...config, describedAs: `${prefix}/tile/:level/:tile` })
const textType = 'text/plain; charset=utf-8'

/** Serves the open log; previous logs have the same addresses under their number. */
export function logRoutes(app: Api, services: Pick<Services, 'db'>): void {
  const shareTile = shareReadings<Buffer | null>()
  const shareHead = shareReadings<Awaited<ReturnType<typeof readHead>>>()
  app.get('/log/checkpoint', { config }, (_request, reply) => sendCheckpoint(reply, null))
  app.get('/log/key', { config }, (_request, reply) => sendKey(reply, null))
  app.get<{ Params: { '*': string } }>(
    '/log/tile/*',
    { config: tileConfig('/log') },
    (request, reply) => sendTile(reply, null, request.params['*']),
  )
  // Answers like the wildcard route, but with the address's parts named for the API description.
  app.get<{ Params: PartOfTile }>('/log/tile/:level/:tile.p/:width', { config }, (request, reply) =>
    sendTile(reply, null, partPath(request.params)),
  )
  const former = { config, schema: { params: logParams } }
  app.get('/log/:number/checkpoint', former, ({ params }, reply) =>
    sendCheckpoint(reply, params.number),
  )
  app.get('/log/:number/key', former, ({ params }, reply) => sendKey(reply, params.number))
  app.get<{ Params: { number: string; '*': string } }>(
    '/log/:number/tile/*',
    { config: tileConfig('/log/:number') },
    ({ params }, reply) => sendTile(reply, params.number, params['*']),
  )
  app.get<{ Params: PartOfTile & { number: string } }>(
    '/log/:number/tile/:level/:tile.p/:width',
    { config },
    ({ params }, reply) => sendTile(reply, params.number, partPath(params)),
  )

  async function sendCheckpoint(reply: FastifyReply, named: string | null) {
    const head = await headOf(named)
    if (head === null) return sendProblem(reply, problem('not_found'))
    return reply.header('cache-control', 'no-cache').type(textType).send(head.checkpoint)
  }

  async function sendKey(reply: FastifyReply, named: string | null) {
    const head = await headOf(named)
    if (head === null) return sendProblem(reply, problem('not_found'))
    const key = verifierText({ name: head.origin, publicKey: head.public_key })
    return reply.header('cache-control', 'no-cache').type(textType).send(`${key}\n`)
  }

  async function sendTile(reply: FastifyReply, named: string | null, path: string) {
    const number = numberOf(named)
    const read = () => readTileBytes(services.db, number ?? null, path)
    const bytes = number === undefined ? null : await shareTile(`${number} ${path}`, read)
    if (bytes === null) return sendProblem(reply, problem('not_found'))
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(bytes)
  }

  async function headOf(named: string | null) {
    const number = numberOf(named)
    return number === undefined ? null : shareHead(`${number}`, () => readHead(services.db, number))
  }
}

type PartOfTile = { level: string; tile: string; width: string }

const partPath = ({ level, tile, width }: PartOfTile) => `${level}/${tile}.p/${width}`

/** Null for the open log. Undefined where the text is no number of a log. */
function numberOf(named: string | null): number | null | undefined {
  if (named === null) return null
  return /^[1-9]\d{0,3}$/.test(named) ? Number(named) : undefined
}
