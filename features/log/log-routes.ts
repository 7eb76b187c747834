// Serves the public log over HTTP: its checkpoint, its key, its tiles, and the policy of its witnesses.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { verifierText } from '#features/log/tree/signed-note.ts'
import { publicPolicyText } from '#features/log/witness/policy.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { shareReadings } from '#platform/shared-readings.ts'
import { problem } from '#values/problem.ts'
import * as calls from './log-calls.ts'
import { readHead, readLogKeys } from './log-queries.ts'
import type { Services } from './log-services.ts'
import { readTileBytes } from './read-tile.ts'

/** Allows pages of other origins to read the log, so that they can verify it. */
const config = { anyOrigin: true } as const
const textType = 'text/plain; charset=utf-8'

/** A tile's name in an address may contain slashes, which only the wildcard `*` matches. */
const tileParams = z.object({ number: z.string().nullable().default(null), '*': z.string() })

type LogServices = Pick<Services, 'db'> & {
  readonly settings: Pick<Services['settings'], 'logWitnesses'>
}

/** Serves the current log under /log, and each log by number under /log/:number. */
export function logRoutes(app: Api, services: LogServices): void {
  // Concurrent requests for the same tile or head share one query.
  const shareTile = shareReadings<Buffer | null>()
  const shareHead = shareReadings<Awaited<ReturnType<typeof readHead>>>()
  const shareKeys = shareReadings<Awaited<ReturnType<typeof readLogKeys>>>()

  const sendFullTile = ({ params }: { readonly params: unknown }, reply: FastifyReply) => {
    const { number, '*': path } = tileParams.parse(params)
    return sendTile(reply, number, path)
  }
  const sendPartialTile = ({ params }: { readonly params: PartialTile }, reply: FastifyReply) => {
    const { number = null, level, tile, width } = params
    return sendTile(reply, number, `${level}/${tile}.p/${width}`)
  }

  serve(app, calls.getCheckpoint, (_request, reply) => sendCheckpoint(reply, null), config)
  serve(app, calls.getLogKey, (_request, reply) => sendKey(reply, null), config)
  serve(app, calls.getLogPolicy, (_request, reply) => sendPolicy(reply), config)
  serve(app, calls.getTile, sendFullTile, { ...config, url: '/log/tile/*' })
  // The wildcard matches these addresses too. A route of their own describes their parts in the API's page.
  serve(app, calls.getPartialTile, sendPartialTile, config)
  serve(
    app,
    calls.getPreviousCheckpoint,
    ({ params }, reply) => sendCheckpoint(reply, params.number),
    config,
  )
  serve(app, calls.getPreviousKey, ({ params }, reply) => sendKey(reply, params.number), config)
  serve(app, calls.getPreviousTile, sendFullTile, { ...config, url: '/log/:number/tile/*' })
  serve(app, calls.getPreviousPartialTile, sendPartialTile, config)

  async function sendCheckpoint(reply: FastifyReply, numberText: string | null) {
    const head = await findHead(numberText)
    if (head === null) return problem('not_found')
    return reply.header('cache-control', 'no-cache').type(textType).send(head.checkpoint)
  }

  async function sendKey(reply: FastifyReply, numberText: string | null) {
    const head = await findHead(numberText)
    if (head === null) return problem('not_found')
    const key = verifierText({ name: head.origin, publicKey: head.public_key })
    return reply.header('cache-control', 'no-cache').type(textType).send(`${key}\n`)
  }

  async function sendPolicy(reply: FastifyReply) {
    const { logWitnesses } = services.settings
    if (logWitnesses === undefined) return problem('not_found')
    const rows = await shareKeys('keys', () => readLogKeys(services.db))
    const logs = rows.map(({ origin, public_key }) => ({ name: origin, publicKey: public_key }))
    const text = publicPolicyText(logWitnesses.policy, logs)
    return reply.header('cache-control', 'no-cache').type(textType).send(text)
  }

  async function sendTile(reply: FastifyReply, numberText: string | null, path: string) {
    const number = parseNumber(numberText)
    const read = () => readTileBytes(services.db, number ?? null, path)
    const bytes = number === undefined ? null : await shareTile(`${number} ${path}`, read)
    if (bytes === null) return problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/octet-stream')
      .send(bytes)
  }

  async function findHead(numberText: string | null) {
    const number = parseNumber(numberText)
    return number === undefined ? null : shareHead(`${number}`, () => readHead(services.db, number))
  }
}

type PartialTile = { number?: string; level: string; tile: string; width: string }

/** Parses a log's number. Returns null for the current log, undefined for an invalid number. */
function parseNumber(text: string | null): number | null | undefined {
  if (text === null) return null
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}
