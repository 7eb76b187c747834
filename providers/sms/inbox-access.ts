// Decides who may read the sandbox's inbox, which shows every code: programs of this machine, and
// requests with the start's token or the password. A request that any proxy may have relayed needs
// one of the two.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback, loopbackNames } from '#platform/http/limits/loopback.ts'

export type InboxSettings = {
  readonly production: boolean
  readonly devInboxPassword: string | undefined
  readonly devInboxToken: string | undefined
  readonly host: string
  readonly publicUrl: string
}

export const inboxCookie = 'dev_inbox'

/**
 * All headers that command-line clients and scripts send. Any other header means a browser or a proxy,
 * whose request may come from another machine.
 */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'upgrade', 'http2-settings', 'te', 'user-agent'],
  ...['accept', 'accept-encoding', 'cache-control', 'pragma', 'cookie', 'authorization'],
  ...['content-type', 'content-length'],
])
/** Header values of Node's fetch; a browser sends other ones. */
const ownValues: Readonly<Record<string, string>> = {
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
}

/** Returns true if a program on this machine calls this server directly. It needs no token or password. */
export function isLocalProgram(request: FastifyRequest, settings: InboxSettings): boolean {
  const { production, host, publicUrl } = settings
  const isPublic = !loopbackNames.has(new URL(publicUrl).hostname)
  const isOpen = !production && !isPublic && isLoopbackHost(host)
  return isOpen && isLoopback(request) && isOwnAddress(request) && hasOwnHeaders(request)
}

function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host) || host === '::1'
}

/** Returns true if the Host header has our port. Behind a proxy or a tunnel it has another one. */
function isOwnAddress({ headers, socket }: FastifyRequest): boolean {
  const [, port = '80'] = /:(\d+)$/.exec(headers.host ?? '') ?? []
  return Number(port) === socket.localPort
}

function hasOwnHeaders({ headers, protocol, host }: FastifyRequest): boolean {
  const own = `${protocol}://${host}`
  return Object.entries(headers).every(([name, value]) => {
    if (name === 'origin') return value === own
    if (name === 'referer') return String(value).startsWith(`${own}/`)
    return ownHeaders.has(name) || ownValues[name] === value
  })
}

/** The result of checking the token or password of a request. */
export type Credential = 'right' | 'wrong' | 'none'

/** Checks token and password of a request. In production only the password counts. */
export function credentialOf(request: FastifyRequest, settings: InboxSettings): Credential {
  const { production, devInboxPassword: password, devInboxToken: token } = settings
  const [scheme = '', sent = ''] = (request.headers.authorization ?? '').split(' ')
  const isBasic = /^basic$/i.test(scheme)
  const credentials = [
    ...(isBasic && password !== undefined ? [[passwordOf(sent), password] as const] : []),
    ...(production || token === undefined
      ? []
      : tokensOf(request).map((each) => [each, token] as const)),
  ]
  if (credentials.some(([actual, expected]) => isSame(actual, expected))) return 'right'
  return credentials.length > 0 ? 'wrong' : 'none'
}

/** Returns the tokens in the query (from the address that the start prints) and in the cookie. */
function tokensOf({ query, cookies }: FastifyRequest): string[] {
  const queryToken =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'token') : undefined
  return [queryToken, cookies[inboxCookie]].filter((each) => typeof each === 'string')
}

function passwordOf(encoded: string): string {
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')
}

function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
