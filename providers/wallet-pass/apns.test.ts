// Tests the requests to Apple's push service and the meaning of its answers, with a local HTTP/2
// server that requires the client's certificate as Apple does.
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProviderGuard } from '#providers/provider-guard.ts'
import { openApns } from '#providers/wallet-pass/apns.ts'
import { readPassCertificates } from '#providers/wallet-pass/pass-certificates.ts'
import type { PassPush } from '#providers/wallet-pass/pass-push.ts'
import { RequestRefused } from '#providers/with-timeout.ts'
import {
  openPassAuthority,
  testPassType,
  testTeam,
} from '#tests/support/stand-ins/pass-authority.ts'

type Seen = {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

let server: Http2SecureServer
let apns: PassPush
const sessions = new Set<Http2Session>()
let connections = 0
const seen: Seen[] = []
const clients: (string | undefined)[] = []

/** The token says which of Apple's answers is wanted. */
const answers: Readonly<Record<string, readonly [number, string]>> = {
  good: [200, ''],
  unregistered: [410, '{"reason":"Unregistered"}'],
  bad: [400, '{"reason":"BadDeviceToken"}'],
  topic: [400, '{"reason":"DeviceTokenNotForTopic"}'],
  busy: [429, '{"reason":"TooManyRequests"}'],
  odd: [400, '{"reason":"BadPriority"}'],
  away: [404, '{"reason":"BadPath"}'],
  down: [503, '{"reason":"ServiceUnavailable"}'],
  unfit: [403, '{"reason":"BadCertificate"}'],
}

beforeAll(async () => {
  const authority = await openPassAuthority()
  const own = await authority.issue({ subject: { CN: 'localhost' } })
  server = createSecureServer({
    ...{ cert: own.certificate + authority.intermediate, key: own.key, ca: authority.root },
    ...{ requestCert: true, rejectUnauthorized: true },
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    clients.push(socket.getPeerX509Certificate()?.subject)
  })
  server.on('session', (session) => {
    connections += 1
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const token = String(headers[':path']).replace('/3/device/', '')
    let body = ''
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    stream.on('end', () => {
      seen.push({ headers, body })
      const answer = answers[token]
      if (answer === undefined) return
      stream.respond({ ':status': answer[0] })
      stream.end(answer[1])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { certificate, key } = await authority.issue()
  const certificates = readPassCertificates(
    {
      ...{ PASS_CERTIFICATE: certificate, PASS_KEY: key, PASS_TEAM_ID: testTeam },
      ...{ PASS_WWDR_CERTIFICATE: authority.intermediate, PASS_TYPE_ID: testPassType },
    },
    new Date(),
  )
  if (certificates === undefined) throw new Error('certificates were given')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  apns = openApns({ origin: `https://localhost:${port}`, certificates, ca: authority.root })
})
afterAll(async () => {
  await apns.close()
  for (const session of sessions) session.destroy()
  await new Promise((resolve) => server.close(resolve))
})

it('sends an empty push for the pass type, with the pass certificate alone', async () => {
  expect(await apns.push('good')).toBe('accepted')
  const [{ headers, body } = { headers: {}, body: '' }] = seen
  expect(body).toBe('{}')
  expect(headers).toMatchObject({ ':method': 'POST', 'apns-topic': testPassType })
  // Apple delivers no other push without a text.
  expect(headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' })
  expect(clients[0]).toContain(`UID=${testPassType}`)
})

it.each(['unregistered', 'bad', 'topic'])('counts a token that is %s as gone', async (token) => {
  expect(await apns.push(token)).toBe('gone')
})

it.each([
  ['busy', '429', true],
  ['odd', '400', true],
  ['away', '404', true],
  ['down', '503', false],
  ['unfit', '403', false],
])(
  'counts %s as a temporary failure, of the device alone or of the service',
  async (token, status, isOfDevice) => {
    const failure: unknown = await apns.push(token).catch((error) => error)
    expect([failure, String(failure).includes(status)]).toEqual([expect.any(Error), true])
    expect(failure instanceof RequestRefused).toBe(isOfDevice)
  },
)

it('other devices get their pushes while one answers that it has too many', async () => {
  const guard = openProviderGuard({ onCircuitChange: () => undefined })
  const push = guard.guard('test.push', apns.push, 10_000)
  for (let time = 0; time < 30; time += 1) await expect(push('busy')).rejects.toThrow('429')
  expect(await push('good')).toBe('accepted')
  for (let time = 0; time < 60; time += 1) await push('down').catch(() => undefined)
  await expect(push('good')).rejects.toThrow()
  guard.close()
})

it('gives up a push without an answer, and its connection', async () => {
  await expect(apns.push('silent')).rejects.toThrow('no answer in time')
  const before = connections
  expect(await apns.push('good')).toBe('accepted')
  expect(connections).toBe(before + 1)
})

it('uses one connection for many pushes, and a new one after the old was lost', async () => {
  await apns.push('good')
  const before = connections
  await Promise.all(Array.from({ length: 20 }, () => apns.push('good')))
  expect(connections).toBe(before)
  for (const session of sessions) session.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await apns.push('good')).toBe('accepted')
  expect(connections).toBe(before + 1)
})
