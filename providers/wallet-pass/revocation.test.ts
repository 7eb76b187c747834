// Tests that a revoked pass certificate stops a start, and that an unreachable authority does not.
import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askRevocation, type Revocation } from '#providers/wallet-pass/revocation.ts'
import {
  type Issued,
  mayAnswerOcsp,
  ocspAt,
  openPassAuthority,
  type PassAuthority,
  testPassType,
  testTeam,
} from '#tests/support/stand-ins/pass-authority.ts'

let authority: PassAuthority
let stranger: PassAuthority
let responder: Server
let own: Issued
let ocspUrl: string
let answer: () => Promise<Buffer>
beforeAll(async () => {
  authority = await openPassAuthority()
  stranger = await openPassAuthority()
  responder = createServer((_request, response) => {
    void answer().then((bytes) => response.end(bytes))
  })
  await new Promise<void>((resolve) => responder.listen(0, '127.0.0.1', resolve))
  const address = responder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  ocspUrl = `http://127.0.0.1:${port}/ocsp`
  own = await authority.issue({ extensions: [ocspAt(ocspUrl)] })
})
afterAll(() => responder.close())

const unanswered = { unanswered: expect.any(String) }

async function ask(certificate = own.certificate): Promise<Revocation> {
  return askRevocation({
    signer: new X509Certificate(certificate),
    intermediate: new X509Certificate(authority.intermediate),
  })
}

it('believes the authority, whether the certificate is good or revoked', async () => {
  answer = () => authority.answerOcsp(own.certificate, false)
  expect(await ask()).toBe('good')
  answer = () => authority.answerOcsp(own.certificate, true)
  expect(await ask()).toBe('revoked')
})

it('believes a responder that the authority certified, and no other certificate of its', async () => {
  const subject = { CN: 'Answers' }
  const delegate = await authority.issue({ subject, extensions: [mayAnswerOcsp()] })
  answer = () => authority.answerOcsp(own.certificate, true, delegate)
  expect(await ask()).toBe('revoked')
  const mere = await authority.issue({ subject })
  answer = () => authority.answerOcsp(own.certificate, true, mere)
  expect(await ask()).toEqual(unanswered)
})

it('believes no other signer, no answer about another certificate, and no nonsense', async () => {
  answer = () => stranger.answerOcsp(own.certificate, true)
  expect(await ask()).toEqual(unanswered)
  const other = await authority.issue()
  answer = () => authority.answerOcsp(other.certificate, true)
  expect(await ask()).toEqual(unanswered)
  answer = async () => Buffer.from('<html>')
  expect(await ask()).toEqual(unanswered)
  expect(await ask(other.certificate)).toEqual(unanswered)
  const lost = await authority.issue({ extensions: [ocspAt('http://127.0.0.1:2/ocsp')] })
  expect(await ask(lost.certificate)).toEqual({
    unanswered: '127.0.0.1:2: nothing accepts connections there (ECONNREFUSED)',
  })
})

it('stops the start of the product with a sentence', async () => {
  answer = () => authority.answerOcsp(own.certificate, true)
  const product = spawn(process.execPath, ['server/start.ts'], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'test', SECRET_KEY: 'ab'.repeat(32) },
      ...{ PASS_CERTIFICATE: own.certificate, PASS_KEY: own.key, PASS_TEAM_ID: testTeam },
      ...{ PASS_WWDR_CERTIFICATE: authority.intermediate, PASS_TYPE_ID: testPassType },
      // Never reached: it would not answer.
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    },
  })
  let said = ''
  product.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = await once(product, 'close')
  expect(said).toBe('PASS_CERTIFICATE was revoked by its issuer: put a new one in place.\n')
  expect(code).toBe(78)
})
