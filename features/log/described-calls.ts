// Describes the calls of the public log, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Log'
const text = 'text/plain'
const bytes = 'application/octet-stream'
const origin = 'passport.example/log'
const headers = ['Access-Control-Allow-Origin'] as const
const checkpoint = {
  is: 'A signed note (C2SP tlog-checkpoint).',
  media: text,
  example: `${origin}\n42\nJ2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ=\n\n— ${origin} q83vEjRW\n`,
}
const key = {
  is: 'The key in the text form of C2SP signed-note.',
  media: text,
  example: `${origin}+a1b2c3d4+AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\n`,
}
const tile = { is: 'The hashes of a level, or a bundle of entries.', media: bytes }
const tileName =
  '`level` is a number, or `entries`. `tile` is spelled as C2SP tlog-tiles spells it: `000`, or `x001/234`. Whatever was answered once stays the same.'
const partName = `${tileName} \`width\` is how many hashes or entries of it there are, 1 to 255.`
const former = 'Of a log that was closed by a restore, by its number.'

export const logCalls = {
  'GET /log/checkpoint': {
    id: 'getCheckpoint',
    tag,
    summary: 'How large the log is now, and its root, signed.',
    headers,
    answers: { 200: checkpoint },
  },
  'GET /log/key': {
    id: 'getLogKey',
    tag,
    summary: 'The key that checkpoints are verified with.',
    headers,
    answers: { 200: key },
  },
  'GET /log/tile/{level}/{tile}.p/{width}': {
    id: 'getPartialTile',
    tag,
    summary: 'The beginning of a tile that is not full yet.',
    description: partName,
    headers,
    answers: { 200: tile },
  },
  'GET /log/tile/{level}/{tile}': {
    id: 'getTile',
    tag,
    summary: 'A tile of the log.',
    description: tileName,
    headers,
    answers: { 200: tile },
  },
  'GET /log/{number}/checkpoint': {
    id: 'getFormerCheckpoint',
    tag,
    summary: 'The last checkpoint of a former log.',
    description: former,
    headers,
    answers: { 200: checkpoint },
  },
  'GET /log/{number}/key': {
    id: 'getFormerLogKey',
    tag,
    summary: 'The key of a former log.',
    description: former,
    headers,
    answers: { 200: key },
  },
  'GET /log/{number}/tile/{level}/{tile}.p/{width}': {
    id: 'getFormerPartialTile',
    tag,
    summary: 'The beginning of a tile of a former log.',
    description: `${former} ${partName}`,
    headers,
    answers: { 200: tile },
  },
  'GET /log/{number}/tile/{level}/{tile}': {
    id: 'getFormerTile',
    tag,
    summary: 'A tile of a former log.',
    description: `${former} ${tileName}`,
    headers,
    answers: { 200: tile },
  },
} as const satisfies DescribedCalls
