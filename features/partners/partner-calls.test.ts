// Tests that an unsigned or changed partner call has no effect (docs/product.md#signed-calls), and that a
// terminal ends when it is rotated or revoked.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listTerminals,
  revokeTerminal,
  rotateTerminal,
} from '#features/partners/partner-terminals.ts'
import { platformTidyings, tidyDatabase } from '#platform/database/tidy.ts'
import { deriveKeys } from '#platform/keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  codeOf,
  creditsPath,
  debitsPath,
  newNonce,
  newPartner,
  Partner,
  spendable,
} from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

/** Ages all nonces by these seconds. */
const passNonces = statement(
  'test-pass-nonces',
  {},
  'update request_nonces set expires_at = expires_at - make_interval(secs => $1)',
)

const formerSecret = Buffer.alloc(32, 7)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({
    WELCOME_CREDIT: '0',
    SECRET_KEY_PREVIOUS: formerSecret.toString('hex'),
  })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const partner = (programmeId?: string, lineMinor?: number) =>
  newPartner(test.services, test.url, programmeId, lineMinor)

describe('a call has no effect', () => {
  const nonce = newNonce()
  it.each([
    ['the version', { forge: (signature: string) => signature.replace('v1', 'v2') }],
    ['the method', { signed: { method: 'PUT' } }],
    ['the path', { signed: { path: '/api/partner/wallet/debits' } }],
    ['the query', { signed: { path: `${creditsPath}?programme=other` } }],
    ['the terminal', { signed: { terminalId: 'partner_other' } }],
    ['the time of the nonce', { signed: { nonce: `1${nonce.slice(1)}` } }],
    ['the rest of the nonce', { signed: { nonce: `${nonce}x` } }],
    ['the idempotency key', { signed: { idempotencyKey: 'other' } }],
    ['the body', { signed: { body: Buffer.from('{"amount":100}') } }],
    ['the signature', { forge: (signature: string) => signature.replace(/.$/, 'g') }],
    ['its spelling', { forge: (signature: string) => signature.toUpperCase() }],
    ['a missing signature', { headers: { 'x-signature': '' } }],
    ['a missing nonce', { headers: { 'x-nonce': '' } }],
  ])('when %s differs from the signed one', async (_, call) => {
    const [owner, bank] = [await person(), await partner()]
    const answer = await bank.credit(owner.phone, 1, 'GBP', call)
    expect(codeOf(answer)).toEqual([401, 'bad_signature'])
    expect(await spendable(owner)).toBe(0)
  })

  it.each([
    [-310_000, 401],
    [-290_000, 201],
    [290_000, 201],
    [310_000, 401],
  ])('when its clock is %d ms off: %d', async (clockMs, status) => {
    const [owner, bank] = [await person(), await partner()]
    expect((await bank.credit(owner.phone, 1, 'GBP', { clockMs })).status).toBe(status)
    expect(await spendable(owner)).toBe(status === 201 ? 1 : 0)
  })

  it('when its body names a field twice', async () => {
    const [owner, bank] = [await person(), await partner()]
    const rest = `"phone":"${owner.phone}","currency":"GBP","source":"Green Bank"`
    const text = `{"amount":1,${rest},"amount":2}`
    expect(codeOf(await bank.credit(owner.phone, 1, 'GBP', { text }))).toEqual([400, 'bad_request'])
    expect(await spendable(owner)).toBe(0)
    const once = `{"amount":1,${rest}}`
    expect((await bank.credit(owner.phone, 1, 'GBP', { text: once })).status).toBe(201)
  })

  it('when it is repeated, alone or 50 times concurrently, whatever its first answer', async () => {
    const [owner, bank] = [await person(), await partner()]
    const call = { key: randomUUID(), nonce: newNonce() }
    const { programmeId } = bank.terminal
    const held = `select from programme_balances where programme_id = '${programmeId}' for update`
    const answers = await raceFor(
      test,
      { lockSql: held, waiting: 2 },
      times(50, () => bank.credit(owner.phone, 1, 'GBP', call)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const again = await bank.credit(owner.phone, 1, 'GBP', call)
    expect(codeOf(again)).toEqual([401, 'replayed'])
    const refused = { nonce: newNonce() }
    expect((await bank.credit(owner.phone, -1, 'GBP', refused)).status).toBe(400)
    const replayed = await bank.credit(owner.phone, -1, 'GBP', refused)
    expect(codeOf(replayed)).toEqual([401, 'replayed'])
    expect(await spendable(owner)).toBe(1)
  })

  it('when it is repeated as long as its signature is valid', async () => {
    const [owner, bank] = [await person(), await partner()]
    const { db } = test.services
    // Its clock is ahead by nearly the maximum, so the signature is valid for nearly ten minutes.
    const nonce = `${Date.now() + 290_000}.${randomUUID()}`
    expect((await bank.credit(owner.phone, 1, 'GBP', { nonce })).status).toBe(201)
    await db.run(passNonces, [590])
    await tidyDatabase(db, platformTidyings)
    expect(codeOf(await bank.credit(owner.phone, 1, 'GBP', { nonce }))).toEqual([401, 'replayed'])
    expect(await spendable(owner)).toBe(1)
  })

  it('when a browser signs it; and a partner never acts for a user', async () => {
    const [owner, bank] = [await person(), await partner()]
    const browser = new Partner(test.url, {
      terminalId: owner.terminal.id,
      secret: owner.terminal.key,
      programmeId: '',
    })
    const headers = { cookie: owner.cookie }
    expect(codeOf(await browser.credit(owner.phone, 1, 'GBP', { headers }))).toEqual([
      401,
      'bad_signature',
    ])
    const batch = await issueTestBatch(test.services.db, { kg: 10 })
    for (const path of ['getPin', 'validatePin', 'cancelPin']) {
      const body = { batchId: batch.id, txId: 'CP-2222-2222-2222' }
      const asPerson = await bank.post(`/api/tokens/${path}`, body, { headers })
      expect(codeOf(asPerson)).toEqual([401, 'bad_signature'])
      const alone = await bank.post(`/api/tokens/${path}`, body)
      expect(codeOf(alone)).toEqual([401, 'unauthenticated'])
    }
    expect(codeOf(await bank.post('/api/auth/terminal', {}))).toEqual([401, 'unauthenticated'])
    expect(await spendable(owner)).toBe(0)
  })

  it('when two users and a partner swap cookies and terminals in any way', async () => {
    const [ada, ben, bank] = [await person(), await person(), await partner()]
    const terminalOf = ({ terminal: { id, key } }: Person) => ({
      terminalId: id,
      secret: key,
      programmeId: '',
    })
    const signers = [
      { signer: new Partner(test.url, terminalOf(ada)), own: ada.cookie },
      { signer: new Partner(test.url, terminalOf(ben)), own: ben.cookie },
      { signer: bank, own: '' },
    ]
    for (const { signer, own } of signers) {
      for (const cookie of [ada.cookie, ben.cookie, '']) {
        const headers = cookie === '' ? {} : { cookie }
        const body = { txId: 'CP-2222-2222-2222' }
        const asPerson = await signer.post('/api/tokens/cancelPin', body, { headers })
        expect(asPerson.status).toBe(cookie !== '' && cookie === own ? 404 : 401)
        const asPartner = await signer.credit(ada.phone, 1, 'GBP', { headers })
        expect(asPartner.status).toBe(own === '' ? 201 : 401)
      }
    }
    expect([await spendable(ada), await spendable(ben)]).toEqual([3, 0])
  })

  it('when its body names another programme than its terminal’s', async () => {
    const [owner, bank, rival] = [await person(), await partner(), await partner()]
    const { programmeId } = rival.terminal
    const body = { phone: owner.phone, amount: 1, currency: 'GBP', source: 'Green Bank' }
    for (const program_id of [programmeId, 'welcome', 'none', '']) {
      const aimed = await bank.post(creditsPath, { ...body, program_id })
      expect(codeOf(aimed)).toEqual([404, 'unknown_programme'])
    }
    const { id } = (await rival.credit(owner.phone, 2)).body
    const taken = await bank.post(debitsPath, { credit_id: id, program_id: programmeId })
    expect(codeOf(taken)).toEqual([404, 'unknown_programme'])
    const own = { ...body, program_id: bank.terminal.programmeId }
    expect((await bank.post(creditsPath, own)).status).toBe(201)
    expect(await spendable(owner)).toBe(3)
  })

  it('when two programmes use one key: each has its own', async () => {
    const [owner, bank, rival] = [await person(), await partner(), await partner()]
    const key = randomUUID()
    expect((await bank.credit(owner.phone, 1, 'GBP', { key })).status).toBe(201)
    expect((await rival.credit(owner.phone, 1, 'GBP', { key })).status).toBe(201)
    expect(await spendable(owner)).toBe(2)
  })

  it('when a credit and its debit have one key: each route has its own', async () => {
    const [owner, bank] = [await person(), await partner()]
    const key = randomUUID()
    const { body } = await bank.credit(owner.phone, 1, 'GBP', { key })
    expect((await bank.debit(body.id, { key })).status).toBe(201)
    expect((await bank.credit(owner.phone, 1, 'GBP', { key })).body).toEqual(body)
    expect(await spendable(owner)).toBe(0)
  })
})

const allText = statement(
  'test-dump-partner-terminals',
  { dumped: 'text?' },
  'select t::text as dumped from partner_terminals t',
)

describe('a terminal', () => {
  it('signs next to its successor until its time is over, and shares its keys', async () => {
    const { db, keys } = test.services
    const [owner, bank] = [await person(), await partner()]
    const { terminalId, programmeId } = bank.terminal
    const rotated = await rotateTerminal(db, keys, terminalId, 1)
    if (rotated === null) throw new Error('it was not rotated')
    expect(rotated.previousUntil.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    const successor = new Partner(test.url, rotated)
    const key = randomUUID()
    const first = await bank.credit(owner.phone, 1, 'GBP', { key })
    const again = await successor.credit(owner.phone, 1, 'GBP', { key })
    expect(again.body).toEqual(first.body)
    expect(rotated.programmeId).toBe(programmeId)
    expect(await rotateTerminal(db, keys, terminalId, 1)).toBeNull()
    expect(await rotateTerminal(db, keys, 'partner_none', 1)).toBeNull()

    const third = await rotateTerminal(db, keys, rotated.terminalId, 0)
    expect((await successor.credit(owner.phone, 1)).status).toBe(401)
    expect((await bank.credit(owner.phone, 1)).status).toBe(201)
    expect((await new Partner(test.url, third ?? rotated).credit(owner.phone, 1)).status).toBe(201)
  })

  it('signs with its secret of before a change of SECRET_KEY', async () => {
    const [owner, bank] = [await person(), await partner()]
    const key = deriveKeys(formerSecret).partnerKey(bank.terminal.terminalId)
    const former = new Partner(test.url, { ...bank.terminal, secret: key.toString('base64url') })
    expect((await former.credit(owner.phone, 1)).status).toBe(201)
    expect((await bank.credit(owner.phone, 1)).status).toBe(201)
  })

  it('is refused from its revocation on', async () => {
    const { db } = test.services
    const [owner, bank] = [await person(), await partner()]
    const { terminalId } = bank.terminal
    expect((await bank.credit(owner.phone, 1)).status).toBe(201)
    const isLogged = () => test.logged.some((line) => line.includes(`"terminal":"${terminalId}"`))
    await expect.poll(isLogged).toBe(true)
    expect(await revokeTerminal(db, terminalId)).toBe(true)
    const endOf = async () =>
      (await listTerminals(db)).find(({ terminal_id }) => terminal_id === terminalId)?.retires_at
    const end = await endOf()
    expect(end).toBeInstanceOf(Date)
    expect(codeOf(await bank.credit(owner.phone, 1))).toEqual([401, 'bad_signature'])
    // Revoked again, it keeps its original end.
    expect(await revokeTerminal(db, terminalId)).toBe(true)
    expect(await endOf()).toEqual(end)
    expect(await revokeTerminal(db, 'partner_none')).toBe(false)
  })

  it('leaves no secret in the database', async () => {
    const bank = await partner()
    const rows = await test.services.db.run(allText)
    const dump = rows.map(({ dumped }) => dumped).join('\n')
    expect(dump).toContain(bank.terminal.terminalId)
    const secret = Buffer.from(bank.terminal.secret, 'base64url')
    expect(secret).toHaveLength(32)
    expect(dump).not.toContain(bank.terminal.secret)
    expect(dump).not.toContain(secret.toString('hex'))
  })
})
