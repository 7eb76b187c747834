// Declares the calls of the public log, in the formats of C2SP tlog-tiles and signed-note
// (docs/log.md#addresses).
import { z } from 'zod'
import { call, file } from '#values/call.ts'

const commonOptions = {
  method: 'GET',
  access: 'public',
  tag: 'Log',
  headers: ['Access-Control-Allow-Origin'],
  problems: ['not_found'],
} as const

const origin = 'passport.example/log'
const checkpoint = {
  200: file(
    'text/plain',
    'A signed note (C2SP tlog-checkpoint).',
    [],
    `${origin}\n42\nJ2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ=\n\n— ${origin} q83vEjRW\n`,
  ),
}
const key = {
  200: file(
    'text/plain',
    'The key in the text form of C2SP signed-note.',
    [],
    `${origin}+a1b2c3d4+AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\n`,
  ),
}
const tile = {
  200: file('application/octet-stream', 'The hashes of a level, or a bundle of entries.'),
}

const tileDescription =
  '`level` is a number, or `entries`. `tile` is written as in C2SP tlog-tiles: `000`, or `x001/234`. The bytes of an address never change.'
const partialTileDescription = `${tileDescription} \`width\` is the number of its hashes or entries, 1 to 255.`
const previousDescription = 'Applies to a log that a restore closed; `number` is its number.'
const partialTileParams = { level: z.string(), tile: z.string(), width: z.string() }
/** Addresses of a previous log contain its number. Addresses of the current log contain no number. */
const previousParams = z.object({ number: z.string().max(8) })

export const getCheckpoint = call({
  ...commonOptions,
  id: 'getCheckpoint',
  path: '/log/checkpoint',
  summary: 'Returns the current size and root of the log, signed.',
  description:
    'The answer is a signed note (C2SP tlog-checkpoint): the log’s name, the number of entries, and the Merkle root (RFC 6962) in base64. Compare two checkpoints to see that the log only grew.',
  answers: checkpoint,
})

export const getLogKey = call({
  ...commonOptions,
  id: 'getLogKey',
  path: '/log/key',
  summary: 'Returns the key that verifies checkpoints.',
  description:
    'The key is a verifier key of signed notes (C2SP signed-note), Ed25519. Store it at the first use: another key means another log.',
  answers: key,
})

export const getLogPolicy = call({
  ...commonOptions,
  id: 'getLogPolicy',
  path: '/log/policy',
  summary: 'Returns the policy of witnesses by which the operator asks for cosignatures.',
  description:
    'The answer is a C2SP tlog-policy without addresses: the keys of the current and the previous logs, the witnesses, and their quorum. The answer is 404 if the log has no witnesses. The operator has chosen these witnesses: who does not trust that choice uses a policy of their own.',
  answers: {
    200: file(
      'text/plain',
      'A policy (C2SP tlog-policy).',
      [],
      `log ${origin}+a1b2c3d4+AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\nwitness one one.example/w+0a1b2c3d+BAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiM=\nquorum one\n`,
    ),
  },
})

export const getPartialTile = call({
  ...commonOptions,
  id: 'getPartialTile',
  path: '/log/tile/:level/:tile.p/:width',
  summary: 'Returns the first hashes or entries of a partial tile.',
  description: partialTileDescription,
  params: z.object(partialTileParams),
  answers: tile,
})

export const getTile = call({
  ...commonOptions,
  id: 'getTile',
  path: '/log/tile/:level/:tile',
  summary: 'Returns a tile of the log.',
  description: tileDescription,
  answers: tile,
})

export const getPreviousCheckpoint = call({
  ...commonOptions,
  id: 'getFormerCheckpoint',
  path: '/log/:number/checkpoint',
  summary: 'Returns the last checkpoint of a previous log.',
  description: previousDescription,
  params: previousParams,
  answers: checkpoint,
})

export const getPreviousKey = call({
  ...commonOptions,
  id: 'getFormerLogKey',
  path: '/log/:number/key',
  summary: 'Returns the key of a previous log.',
  description: previousDescription,
  params: previousParams,
  answers: key,
})

export const getPreviousPartialTile = call({
  ...commonOptions,
  id: 'getFormerPartialTile',
  path: '/log/:number/tile/:level/:tile.p/:width',
  summary: 'Returns the first hashes or entries of a partial tile of a previous log.',
  description: `${previousDescription} ${partialTileDescription}`,
  params: z.object({ number: z.string(), ...partialTileParams }),
  answers: tile,
})

export const getPreviousTile = call({
  ...commonOptions,
  id: 'getFormerTile',
  path: '/log/:number/tile/:level/:tile',
  summary: 'Returns a tile of a previous log.',
  description: `${previousDescription} ${tileDescription}`,
  answers: tile,
})
