// Sends answers that many callers share. They are built once, compressed once for each coding, and have
// an ETag. ETags are compared as in RFC 9110, sections 13.1.1 and 13.1.2.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

/** Removes the weak mark `W/` of a tag, which a proxy may have added. */
const withoutWeakMark = (tag: string) => tag.trim().replace(/^W\//, '')

const listsTag = (header: string, etag: string) => {
  const tags = header.split(',').map(withoutWeakMark)
  return tags.includes(withoutWeakMark(etag)) || tags.includes('*')
}

/** Returns true if If-None-Match names this answer. `etag` includes its quotes. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  return listsTag(headers['if-none-match'] ?? '', etag)
}

/** Returns true if If-Match is absent or names this answer. */
function allowsAnswer({ headers }: FastifyRequest, etag: string): boolean {
  const ifMatch = headers['if-match']
  return ifMatch === undefined || listsTag(ifMatch, etag)
}

export type KeptBytes = {
  readonly bytes: Buffer
  /** ETag of the uncompressed bytes, without quotes. A compressed form appends its coding. */
  readonly etag: string
  /** Codings that make the bytes smaller. */
  readonly codings: readonly Coding[]
  encoded(coding: Coding): Promise<Buffer>
}

/** The codings that are offered, the preferred one first. */
export const allCodings = ['br', 'gzip'] as const
export type Coding = (typeof allCodings)[number]

/**
 * Minimum size for compression, in bytes. A smaller answer fits into one or two packets, so that
 * compression saves no time.
 */
const compressFromBytes = 1_400

/** Quality of brotli (1 to 11): 11 takes 50 times as long as 5 and saves a tenth of the bytes. */
export const brotliQuality = { forBuiltFiles: 11, forAnswers: 5 } as const

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/**
 * Returns bytes to send repeatedly. They are compressed once per coding, at its first request;
 * `quality` is that of brotli.
 */
export function keepBytes(content: string | Buffer, quality: number): KeptBytes {
  const bytes = Buffer.from(content)
  const compressedByCoding = new Map<Coding, Promise<Buffer>>()
  return {
    bytes,
    etag: etagOf(bytes),
    codings: bytes.length < compressFromBytes ? [] : allCodings,
    encoded(coding) {
      const running = compressedByCoding.get(coding)
      if (running !== undefined) return running
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      const compressed = coding === 'br' ? brotliOf(bytes, { params }) : gzipOf(bytes)
      compressedByCoding.set(coding, compressed)
      return compressed
    },
  }
}

export function etagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/**
 * Returns the preferred coding of an Accept-Encoding header (RFC 9110, section 12.5.3), or null to send
 * the bytes uncompressed. A coding with `q=0` is not acceptable; `*` means every other coding.
 */
export function codingFor(
  header: string | undefined,
  offered: readonly Coding[] = allCodings,
): Coding | null {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight ?? 1))
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
  const identityWeight = weights.get('identity') ?? 0
  return best === undefined || weightOf(best) < identityWeight ? null : best
}

type SendOptions = {
  readonly type: string
  readonly cacheControl: string
  /** Headers of the request besides Accept-Encoding that decide the answer. */
  readonly vary?: string
}

/** Sends the bytes. Sends 304 instead if the client has them, and 400 if its If-Match names other bytes. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  body: KeptBytes,
  { type, cacheControl, vary }: SendOptions,
): Promise<FastifyReply> {
  const coding = codingFor(request.headers['accept-encoding'], body.codings)
  const etag = `"${body.etag}${coding === null ? '' : `-${coding}`}"`
  void reply.headers({
    'cache-control': cacheControl,
    etag,
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
  })
  if (!allowsAnswer(request, etag)) return sendProblem(reply, problem('bad_request'))
  if (isHeld(request, etag)) return reply.code(304).send()
  if (coding !== null) void reply.header('content-encoding', coding)
  return reply.type(type).send(coding === null ? body.bytes : await body.encoded(coding))
}
