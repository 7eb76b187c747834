// Partner programmes over HTTP (contract 4 and 8; trust T23, T27, T28): what funds a wallet, what
// takes money back, and what changes nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeTerminal, rotateTerminal } from '#features/partners/partner-terminals.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { closeWithBooks } from '#tests/support/books.ts'
import { creditsPath, debitsPath, newNonce, newPartner, Partner } from '#tests/support/partner.ts'
import { newPhone, Person } from '#tests/support/person.ts'
import { statement } from '#tests/support/statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const partner = (programmeId?: string, creditLineMinor?: number) =>
  newPartner(test.services, test.url, programmeId, creditLineMinor)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]

async function spendable(owner: Person): Promise<number> {
  return (await owner.get('/api/wallet/me')).body.totalInUserCurrency
}

describe('a credit', () => {
  it('is in the wallet at once, under the programme and the source', async () => {
    const [owner, bank] = [await person(), await partner()]
    const body = {
      phone: owner.phone,
      amount: 12.34,
      currency: 'GBP',
      source: 'Green Bank cashback',
      logo_url: 'https://logos.example/green.png',
    }
    const credited = await bank.post(creditsPath, body)
    expect(credited.status).toBe(201)
    expect(credited.body).toEqual({ id: expect.any(String), balance: 12.34 })
    expect((await bank.credit(owner.phone, 0.66)).body.balance).toBe(13)
    const wallet = await owner.get('/api/wallet/me')
    expect(wallet.body).toMatchObject({
      wallets: [
        {
          program_id: bank.terminal.programmeId,
          program_name: 'Green Bank',
          totals: [{ currency: 'GBP', total: 13, held: 0 }],
        },
      ],
      totalInUserCurrency: 13,
      as_of: null,
    })
    const [, first] = (await owner.get('/api/wallet/transactions')).body
    expect(first).toEqual({
      id: credited.body.id,
      type: 'credit',
      amount: 12.34,
      currency: 'GBP',
      source: 'Green Bank cashback',
      logo_url: 'https://logos.example/green.png',
      created_at: expect.any(String),
    })
  })

  it('finds a person by any spelling of the number, and no stranger', async () => {
    const [owner, bank] = [await person(), await partner()]
    const spelled = owner.phone.replace('+44', '+440')
    expect((await bank.credit(spelled, 1)).status).toBe(201)
    expect(await spendable(owner)).toBe(1)
    expect(codeOf(await bank.credit(newPhone(), 1))).toEqual([404, 'unknown_number'])
  })

  it('to an unknown number can be made again with the same key once they have joined', async () => {
    const bank = await partner()
    const [phone, key] = [newPhone(), randomUUID()]
    expect((await bank.credit(phone, 5, 'GBP', { key })).status).toBe(404)
    const joined = await new Person(test.url, phone).signIn()
    expect((await bank.credit(phone, 5, 'GBP', { key })).status).toBe(201)
    expect(await spendable(joined)).toBe(5)
  })

  it.each([
    [{ phone: '07400123456' }, 'invalid_number'],
    [{ phone: 7 }, 'bad_request'],
    [{ amount: 0 }, 'invalid_amount'],
    [{ amount: -1 }, 'invalid_amount'],
    [{ amount: 0.001 }, 'invalid_amount'],
    [{ amount: 0.1 + 0.2 }, 'invalid_amount'],
    [{ amount: 1e308 }, 'invalid_amount'],
    [{ amount: 10_000.01 }, 'invalid_amount'],
    [{ amount: '1.00' }, 'bad_request'],
    [{ amount: [1] }, 'bad_request'],
    [{ amount: null }, 'bad_request'],
    [{ currency: 'gbp' }, 'unknown_currency'],
    [{ currency: 'XXX' }, 'unknown_currency'],
    [{ currency: 'POUNDS' }, 'unknown_currency'],
    [{ source: ' ' }, 'invalid_source'],
    [{ source: 'x'.repeat(121) }, 'invalid_source'],
    [{ source: '4242 4242 4242 4242' }, 'invalid_source'],
    [{ source: undefined }, 'bad_request'],
    [{ logo_url: 'http://logos.example/a.png' }, 'invalid_logo'],
    [{ logo_url: 'javascript:alert(1)' }, 'invalid_logo'],
    [{ logo_url: 'logo.png' }, 'invalid_logo'],
  ])('with %j is refused', async (wrong, code) => {
    const [owner, bank] = [await person(), await partner()]
    const body = { phone: owner.phone, amount: 1, currency: 'GBP', source: 'Green Bank', ...wrong }
    expect(codeOf(await bank.post(creditsPath, body))).toEqual([400, code])
    expect(await spendable(owner)).toBe(0)
  })

  it('stops at the line that was agreed with the programme, to the last penny', async () => {
    const [owner, bank] = [await person(), await partner(undefined, 1_000)]
    expect((await bank.credit(owner.phone, 9.99)).status).toBe(201)
    expect(codeOf(await bank.credit(owner.phone, 0.02))).toEqual([409, 'programme_exhausted'])
    expect((await bank.credit(owner.phone, 0.01)).body.balance).toBe(10)
    expect(codeOf(await bank.credit(owner.phone, 0.01))).toEqual([409, 'programme_exhausted'])
    expect((await bank.credit(owner.phone, 1, 'EUR')).status).toBe(201)
  })

  it('happens once though 50 calls with its key arrive together', async () => {
    const [owner, bank] = [await person(), await partner()]
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bank.credit(owner.phone, 3, 'GBP', { key })),
    )
    for (const { status, body } of answers.filter((each) => each.status !== 409)) {
      expect([status, body.balance]).toEqual([201, 3])
    }
    expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(1)
    expect(await spendable(owner)).toBe(3)
    const other = await bank.credit(owner.phone, 4, 'GBP', { key })
    expect(codeOf(other)).toEqual([422, 'key_reused'])
    expect(await spendable(owner)).toBe(3)
  })

  it('needs an Idempotency-Key', async () => {
    const [owner, bank] = [await person(), await partner()]
    for (const call of [{ key: '' }, { key: '', headers: { 'idempotency-key': '' } }]) {
      const answer = await bank.credit(owner.phone, 1, 'GBP', call)
      expect(codeOf(answer)).toEqual([400, 'key_required'])
    }
    const long = await bank.credit(owner.phone, 1, 'GBP', { key: 'k'.repeat(256) })
    expect(codeOf(long)).toEqual([400, 'bad_request'])
    expect(await spendable(owner)).toBe(0)
  })
})

describe('taking a credit back', () => {
  it('leaves the wallet as it was, and both lines to read', async () => {
    const [owner, bank] = [await person(), await partner()]
    await bank.credit(owner.phone, 2)
    const { id } = (await bank.credit(owner.phone, 5)).body
    const back = await bank.debit(id)
    expect(back).toMatchObject({ status: 201, body: { balance: 2 } })
    const lines = (await owner.get('/api/wallet/transactions')).body
    expect(lines.map((line: { type: string; amount: number }) => [line.type, line.amount])).toEqual(
      [
        ['debit', 5],
        ['credit', 5],
        ['credit', 2],
      ],
    )
    expect(lines[0].id).toBe(back.body.id)
    expect(codeOf(await bank.debit(id))).toEqual([409, 'credit_reversed'])
    expect(await spendable(owner)).toBe(2)
  })

  it('happens once though 50 calls, each with a key of its own, arrive together', async () => {
    const [owner, bank] = [await person(), await partner()]
    await bank.credit(owner.phone, 7)
    const { id } = (await bank.credit(owner.phone, 5)).body
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.debit(id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await spendable(owner)).toBe(7)
  })

  it('is refused while the money is held, and when it is spent', async () => {
    const [owner, bank] = [await person(), await partner()]
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const { id } = (await bank.credit(owner.phone, 1)).body
    const order = {
      batchId: batch.id,
      count: 1,
      amount: batch.price_per_kg,
      currency: 'GBP',
      payment_method: 'wallet',
    }
    const { txId } = (await owner.reserve(order)).body
    expect(codeOf(await bank.debit(id))).toEqual([409, 'credit_spent'])
    await owner.cancel(txId)
    expect((await bank.debit(id)).status).toBe(201)

    const again = (await bank.credit(owner.phone, 1)).body
    await owner.complete((await owner.reserve(order)).body.txId)
    expect(codeOf(await bank.debit(again.id))).toEqual([409, 'credit_spent'])
    expect(await spendable(owner)).toBe(0.98)
  })

  it('reaches no other programme: its credits are as if they were not there', async () => {
    const [owner, bank, rival] = [await person(), await partner(), await partner()]
    const { id } = (await bank.credit(owner.phone, 5)).body
    await rival.credit(owner.phone, 5)
    const hidden = await rival.debit(id)
    const random = await rival.debit(randomUUID())
    expect(codeOf(hidden)).toEqual([404, 'credit_not_found'])
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...random.body, request_id: '' })
    expect(codeOf(await rival.debit('7'))).toEqual([404, 'credit_not_found'])
    expect(await spendable(owner)).toBe(10)
  })
})

describe('a call changes nothing', () => {
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
  ])('when %s is not what was signed', async (_, call) => {
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

  it('when it is played again, alone or 50 times at once, whatever came of it first', async () => {
    const [owner, bank] = [await person(), await partner()]
    const call = { key: randomUUID(), nonce: newNonce() }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bank.credit(owner.phone, 1, 'GBP', call)),
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

  it('when a browser signs it, and no partner stands for a person', async () => {
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

  it('when two people and a partner swap cookies and terminals in any way', async () => {
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
})

const allText = statement(
  'test-dump-partner-terminals',
  { dumped: 'text?' },
  'select t::text as dumped from partner_terminals t',
)

describe('a terminal', () => {
  it('signs beside its successor until its time is over, and shares its keys', async () => {
    const { db, keys } = test.services
    const [owner, bank] = [await person(), await partner()]
    const { terminalId, programmeId } = bank.terminal
    const rotated = await rotateTerminal(db, keys, terminalId, 1)
    if (rotated === null) throw new Error('it was not rotated')
    expect(rotated.formerUntil.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
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
    expect((await new Partner(test.url, third ?? rotated).credit(owner.phone, 1)).status).toBe(201)
  })

  it('is refused from the moment it is revoked', async () => {
    const { db } = test.services
    const [owner, bank] = [await person(), await partner()]
    expect((await bank.credit(owner.phone, 1)).status).toBe(201)
    expect(await revokeTerminal(db, bank.terminal.terminalId)).toBe(true)
    expect(codeOf(await bank.credit(owner.phone, 1))).toEqual([401, 'bad_signature'])
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
