// Runs better-auth, the rival of sessions and sign-ins, with its phone number plugin on PostgreSQL as its
// documentation describes. Prints its port, then each code that it sends.
//   node better-auth-server.mjs <database url>
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { phoneNumber } from 'better-auth/plugins'
import pg from 'pg'

const print = (line) => process.stdout.write(`${line}\n`)
const options = {
  baseURL: 'http://127.0.0.1',
  secret: 'a benchmark keeps no secret, but it has to be long enough',
  // The product has as many connections. Better-auth's query builder sends unnamed statements.
  database: new pg.Pool({ connectionString: process.argv[2], max: 10 }),
  // Better-auth's limit per address would refuse the load.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [
    phoneNumber({
      sendOTP: ({ phoneNumber: phone, code }) => print(`code ${phone} ${code}`),
      signUpOnVerification: { getTempEmail: (phone) => `${phone.slice(1)}@phone.example` },
    }),
  ],
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const auth = betterAuth(options)

async function readBody(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? undefined : Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/' } = request
  const body = method === 'GET' ? undefined : await readBody(request)
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const authRequest = new Request(`http://127.0.0.1${url}`, {
    method,
    headers,
    ...(body && { body }),
  })
  const answer = await auth.handler(authRequest)
  const text = await answer.text()
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'text/plain',
    'content-length': Buffer.byteLength(text),
    'set-cookie': answer.headers.getSetCookie(),
  })
  response.end(text)
})
// The product has this value too. Idle connections stay open while other clients are measured.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => print(`port ${server.address().port}`))
process.stdin.on('end', () => process.exit(0)).resume()
