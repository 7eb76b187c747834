// Simulates Google's token service and its API for passes, as far as the product uses them. It refuses
// requests as Google does: with a wrong assertion, an invalid token, a wrong path or an invalid pass.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { googleAccount, openToken } from './google-account.ts'

export type GoogleStandIn = {
  readonly url: string
  /** Returns the number of requests for tokens. */
  readonly tokenRequests: () => number
  /** Valid requests to change passes, oldest first. */
  readonly patches: { readonly id: string; readonly body: unknown }[]
  /** Reasons for which requests were refused. */
  readonly refused: string[]
  /** Ids of passes that a user has saved; Google answers 404 for all others. */
  readonly saved: Set<string>
  /** Answers the next requests to change a pass with these statuses in turn; `silence`: no answer. */
  fail(...answers: readonly (number | 'silence')[]): void
  /** Invalidates all tokens that were issued. */
  withdrawTokens(): void
  close(): Promise<void>
}

const localizedText = z.strictObject({
  defaultValue: z.strictObject({ language: z.string().length(2), value: z.string().min(1) }),
})
/** https://developers.google.com/wallet/reference/rest/v1/genericobject */
const genericObject = z.strictObject({
  id: z.string().regex(/^\d+\.[\w.-]+$/),
  classId: z.string().regex(/^\d+\.[\w.-]+$/),
  hexBackgroundColor: z.string().regex(/^#[0-9a-f]{6}$/),
  cardTitle: localizedText,
  header: localizedText,
  barcode: z.strictObject({ type: z.literal('QR_CODE'), value: z.string() }),
  textModulesData: z
    .array(z.strictObject({ id: z.string().optional(), header: z.string(), body: z.string() }))
    .max(10),
})
const assertionClaims = z.strictObject({
  iss: z.literal(googleAccount.email),
  scope: z.literal('https://www.googleapis.com/auth/wallet_object.issuer'),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
})

export async function openGoogleStandIn(): Promise<GoogleStandIn> {
  const validTokens = new Set<string>()
  const patches: GoogleStandIn['patches'] = []
  const refused: string[] = []
  const saved = new Set<string>()
  const faults: (number | 'silence')[] = []
  let tokenRequests = 0
  let url = ''

  function issueToken(body: string): [number, unknown] {
    tokenRequests += 1
    const form = new URLSearchParams(body)
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return [400, 'grant type']
    }
    const opened = openToken(form.get('assertion') ?? '')
    if (opened === null) return [400, 'signature']
    const claims = assertionClaims.safeParse(opened.claims).data
    if (claims === undefined || claims.aud !== `${url}/token`) return [400, 'claims']
    const age = Date.now() / 1_000 - claims.iat
    if (age < -1 || age > 60 || claims.exp - claims.iat > 3_600) return [400, 'times']
    const access_token = `token-${randomUUID()}`
    validTokens.add(access_token)
    return [200, { access_token, expires_in: 3_599, token_type: 'Bearer' }]
  }

  function patch(path: string, { headers }: IncomingMessage, body: string): [number, unknown] {
    if (!validTokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return [401, 'token']
    if (headers['content-type'] !== 'application/json') return [400, 'content type']
    const object = genericObject.safeParse(JSON.parse(body))
    const id = decodeURIComponent(path.replace('/walletobjects/v1/genericObject/', ''))
    if (!object.success) return [400, object.error.message]
    if (object.data.id !== id) return [400, 'the id is not the path’s']
    if (!id.startsWith(`${googleAccount.issuerId}.`)) return [403, 'another issuer’s']
    patches.push({ id, body: object.data })
    return saved.has(id) ? [200, object.data] : [404, { error: { code: 404 } }]
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url: path = '' } = request
    const isPatch = method === 'PATCH' && path.startsWith('/walletobjects/v1/genericObject/')
    const fault = isPatch ? faults.shift() : undefined
    if (fault === 'silence') return
    let [status, answer]: [number, unknown] = [404, `no ${method} ${path}`]
    if (fault !== undefined) [status, answer] = [fault, { error: { code: fault } }]
    else if (isPatch) [status, answer] = patch(path, request, body)
    else if (method === 'POST' && path === '/token') [status, answer] = issueToken(body)
    if (typeof answer === 'string') refused.push(answer)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    ...{ url, patches, refused, saved },
    tokenRequests: () => tokenRequests,
    fail: (...answers) => void faults.push(...answers),
    withdrawTokens: () => validTokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
