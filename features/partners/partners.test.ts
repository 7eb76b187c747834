// Tests credits of partner programmes over HTTP and their reversal (docs/product.md#partner-api).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  codeOf,
  creditsPath,
  newPartner,
  type Partner,
  spendable,
} from '#tests/support/people/partner.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const partner = (programmeId?: string, lineMinor?: number) =>
  newPartner(test.services, test.url, programmeId, lineMinor)
/** Locks the rows that each credit of a programme changes. */
const balancesOf = ({ terminal }: Partner) =>
  `select from programme_balances where programme_id = '${terminal.programmeId}' for update`

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
      is_refund: false,
      amount: 12.34,
      currency: 'GBP',
      source: 'Green Bank cashback',
      logo_url: 'https://logos.example/green.png',
      created_at: expect.any(String),
    })
  })

  it('shows a picture at the address as a browser reads it, and breaks no markup', async () => {
    const [owner, bank] = [await person(), await partner()]
    const logo_url = 'HTTPS://Logos.Example/"onerror=alert(1)'
    const body = { phone: owner.phone, amount: 1, currency: 'GBP', source: 'Bank', logo_url }
    expect((await bank.post(creditsPath, body)).status).toBe(201)
    const [line] = (await owner.get('/api/wallet/transactions')).body
    expect(line.logo_url).toBe('https://logos.example/%22onerror=alert(1)')
  })

  it('is listed once in the history of the wallet, page after page to the end', async () => {
    const [owner, bank] = [await person(), await partner()]
    for (const amount of [1, 2, 3, 4, 5]) await bank.credit(owner.phone, amount)
    const amounts: number[] = []
    let next: string | undefined = '/api/wallet/transactions?limit=2'
    for (let page = 1; page <= 3 && next !== undefined; page += 1) {
      const { headers, body } = await owner.get(next)
      amounts.push(...body.map(({ amount }: { amount: number }) => amount))
      next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(amounts).toEqual([5, 4, 3, 2, 1])
    expect(next).toBeUndefined()
  })

  it('finds a wallet by any spelling of its number, and only members’ wallets', async () => {
    const [owner, bank] = [await person(), await partner()]
    const spelled = owner.phone.replace('+44', '+440')
    expect((await bank.credit(spelled, 1)).status).toBe(201)
    expect(await spendable(owner)).toBe(1)
    expect(codeOf(await bank.credit(newPhone(), 1))).toEqual([404, 'unknown_number'])
  })

  it('has a source of 120 letters, however long each is, without invisible characters', async () => {
    const [owner, bank] = [await person(), await partner()]
    const trees = '🌳'.repeat(120)
    const body = { phone: owner.phone, amount: 1, currency: 'GBP', source: `\u202e${trees}` }
    expect((await bank.post(creditsPath, body)).status).toBe(201)
    const [line] = (await owner.get('/api/wallet/transactions')).body
    expect(line.source).toBe(trees)
  })

  it('to an unknown number can be repeated with the same key once the number has joined', async () => {
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
    [{ source: 'Refunds' }, 'invalid_source'],
    [{ source: 'We1cоme' }, 'invalid_source'],
    [{ source: undefined }, 'bad_request'],
    [{ logo_url: 'http://logos.example/a.png' }, 'invalid_logo'],
    [{ logo_url: 'javascript:alert(1)' }, 'invalid_logo'],
    [{ logo_url: 'logo.png' }, 'invalid_logo'],
    [{ logo_url: 'https://user:pass@logos.example/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https://169.254.169.254/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https://[::1]/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https://127.0.0.1.nip.io/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https://logos.example:8443/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https:\\\\logos.example/a.png' }, 'invalid_logo'],
    [{ logo_url: ' https://logos.example/a.png' }, 'invalid_logo'],
    [{ logo_url: 'https://logos.example/a\n.png' }, 'invalid_logo'],
  ])('with %j is refused', async (wrong, code) => {
    const [owner, bank] = [await person(), await partner()]
    const body = { phone: owner.phone, amount: 1, currency: 'GBP', source: 'Green Bank', ...wrong }
    expect(codeOf(await bank.post(creditsPath, body))).toEqual([400, code])
    expect(await spendable(owner)).toBe(0)
  })

  it('may be the maximum amount', async () => {
    const [owner, bank] = [await person(), await partner()]
    expect((await bank.credit(owner.phone, 10_000)).status).toBe(201)
    expect(await spendable(owner)).toBe(10_000)
  })

  it('stops at the programme’s credit line, to the last penny', async () => {
    const [owner, bank] = [await person(), await partner(undefined, 1_000)]
    expect((await bank.credit(owner.phone, 9.99)).status).toBe(201)
    expect(codeOf(await bank.credit(owner.phone, 0.02))).toEqual([409, 'programme_empty'])
    expect((await bank.credit(owner.phone, 0.01)).body.balance).toBe(10)
    expect(codeOf(await bank.credit(owner.phone, 0.01))).toEqual([409, 'programme_empty'])
    expect((await bank.credit(owner.phone, 1, 'EUR')).status).toBe(201)
  })

  it('happens once under 50 concurrent calls with its key', async () => {
    const [owner, bank] = [await person(), await partner()]
    const key = randomUUID()
    const answers = await raceFor(
      test,
      { lockSql: balancesOf(bank) },
      times(50, () => bank.credit(owner.phone, 3, 'GBP', { key })),
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

describe('reversing a credit', () => {
  it('restores the wallet, and keeps both lines readable', async () => {
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
    expect(Date.parse(lines[0].created_at)).toBeGreaterThan(Date.parse(lines[1].created_at))
    expect(codeOf(await bank.debit(id))).toEqual([409, 'credit_reversed'])
    expect(await spendable(owner)).toBe(2)
  })

  it('happens once under 50 concurrent calls with keys of their own', async () => {
    const [owner, bank] = [await person(), await partner()]
    await bank.credit(owner.phone, 7)
    const { id } = (await bank.credit(owner.phone, 5)).body
    const answers = await raceFor(
      test,
      { lockSql: `select from wallet_credits where id = '${id}' for update`, waiting: 2 },
      times(50, () => bank.debit(id)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await spendable(owner)).toBe(7)
  })

  it('is refused while the money is held, and after it is spent', async () => {
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

  it('cannot reach another programme, whose credits count as missing', async () => {
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
