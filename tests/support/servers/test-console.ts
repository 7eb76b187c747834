// Starts the staff's console of a test's app on a port of its own, and signs members of staff in with simulated
// passkeys.
import { inviteMember } from '#features/staff/members/manage-staff.ts'
import { buildConsole } from '#server/console/build-console.ts'
import type { Answer } from '#tests/support/people/person.ts'
import { SoftwareAuthenticator } from '#tests/support/people/software-authenticator.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'

export type TestConsole = {
  readonly url: string
  /** Invites a member with these roles, registers a passkey, and signs in. */
  signIn(...roles: readonly string[]): Promise<StaffClient>
  /** Returns the token of an invitation. */
  invite(name: string, roles: readonly string[]): Promise<{ id: string; token: string }>
  close(): Promise<void>
}

let members = 0

export async function startTestConsole({ services }: TestApp): Promise<TestConsole> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { ...services.settings, consoleUrl: url }
  const app = await buildConsole({ ...services, settings })
  await app.listen({ port, host: '127.0.0.1' })
  async function invite(name: string, roles: readonly string[]) {
    members += 1
    const email = `member-${members}@passport.example`
    const member = { name, email, roles, shellUser: null }
    const record = async () => undefined
    const invited = await inviteMember(services.db, { id: null }, member, record)
    if (isProblem(invited)) throw new Error(invited.text)
    return { id: invited.memberId, token: invited.token }
  }
  return {
    url,
    invite,
    async signIn(...roles) {
      const name = `Member ${members + 1}`
      const { id, token } = await invite(name, roles)
      const client = new StaffClient(url, id, name)
      await client.register(token)
      return client
    },
    close: () => app.close(),
  }
}

/** Returns the JSON of an answer, the text of another one, or undefined without any. */
function bodyOf({ headers }: Response, text: string) {
  if (text === '') return undefined
  return headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** A member of staff with a browser and a passkey. */
export class StaffClient {
  readonly url: string
  readonly id: string
  readonly name: string
  readonly authenticator: SoftwareAuthenticator
  cookie = ''

  constructor(url: string, id: string, name: string) {
    this.url = url
    this.id = id
    this.name = name
    this.authenticator = new SoftwareAuthenticator(url)
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        origin: this.url,
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? ''
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: bodyOf(response, text),
    }
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', `/console/api${path}`)
  }

  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('POST', `/console/api${path}`, body, headers)
  }

  /** Runs an action; with `preview` it only shows what would happen. */
  act(
    name: string,
    input: object,
    more: {
      readonly preview?: boolean
      readonly reason?: string
      readonly key?: string
      readonly digest?: string
    } = {},
  ): Promise<Answer> {
    const { key, reason = 'a test', preview, digest } = more
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const body = {
      ...{ input, reason },
      ...(preview === undefined ? {} : { preview }),
      ...(digest === undefined ? {} : { digest }),
    }
    return this.post(`/actions/${encodeURIComponent(name)}`, body, headers)
  }

  async register(token: string): Promise<Answer> {
    const { body: options } = await this.post(`/invitations/${token}/options`)
    const credential = this.authenticator.create(options)
    return this.post(`/invitations/${token}`, { credential })
  }

  async signIn(): Promise<Answer> {
    const { body: options } = await this.post('/passkey/options')
    const credential = this.authenticator.get(options)
    return this.post('/passkey', { credential })
  }
}
