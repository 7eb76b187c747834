// Makes bytes that are almost a request: HTTP that two parsers could read differently.
import type { Random } from '#tests/support/random.ts'

const methods = ['GET', 'POST', 'HEAD', 'get', 'PROPFIND', 'CONNECT', 'PRI', 'QUERY', '', 'G\0T']
const targets = [
  '/',
  '/health/live',
  '/api/projects/x',
  '/api/auth/request-otp',
  '/plain.css',
  '/\0',
  '/a b',
  '/\xff\xfe',
  '/%00',
  '*',
  'http://evil.example/health/live',
  'http://[',
  '//',
  '',
  `/${'a'.repeat(20_000)}`,
]
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/9.9', 'HTTP/1.1 ', 'FTP/1.1', '']
const headers = [
  'Host: x',
  'Host: x\r\nHost: y',
  'Host: \xff',
  'host:',
  'Content-Length: 2',
  'Content-Length: 2\r\nContent-Length: 3',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999',
  'Content-Length: 2\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, gzip',
  'Content-Type: application/json',
  'Content-Type: \xff/\xff',
  'Connection: keep-alive, Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  'Expect: 100-continue',
  'Expect: tea',
  'Range: bytes=9-1',
  'X: a\r\n folded',
  'X : a',
  'X: a\0b',
  ': nameless',
  'no colon',
  `X: ${'a'.repeat(20_000)}`,
  'X: 1\r\n'.repeat(2_500).trimEnd(),
]
const bodies = [
  '',
  '{}',
  '2\r\n{}\r\n0\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\n',
  '2;x\r\n{}\r\n',
  '{',
]
const lineEnds = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r']

export function hostileText(random: Random): string {
  const end = random.pick(lineEnds)
  const usual = (text: string, odd: readonly string[]) =>
    random.next() < 0.6 ? text : random.pick(odd)
  const first = `${usual('GET', methods)} ${usual('/health/live', targets)} ${usual('HTTP/1.1', versions)}`
  const more = Array.from({ length: random.between(0, 3) }, () => random.pick(headers))
  const head = [first, usual('Host: x', headers), ...more].join(end)
  const text = `${head}${end}${end}${random.pick(bodies)}`
  // Sometimes it breaks off, sometimes another one follows on the same connection.
  if (random.next() < 0.1) return text.slice(0, random.between(0, text.length))
  return random.next() < 0.2 ? text + hostileText(random) : text
}
