// Tests the actions of staff over HTTP: roles, preview, reason, passkey, approval, repeats, and the audit trail.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actions } from '#server/actions.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { runSql } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { staffRoles } from '#values/staff/roles.ts'

let test: TestApp
let staffConsole: TestConsole
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const sql = (text: string) => runSql(test.databaseUrl, text)

/** The newest row of the audit trail. */
async function newestRow() {
  const admin = await staffConsole.signIn('admin')
  const { body } = await admin.get('/audit?limit=1')
  return body[0]
}

describe.each(staffRoles)('the role %s', (role) => {
  it('sees and runs exactly its own actions', async () => {
    const client = await staffConsole.signIn(role)
    const shown = (await client.get('/actions')).body.map(({ name }: { name: string }) => name)
    for (const { name, roles } of actions) {
      const allowed: readonly string[] = roles
      const { status, body } = await client.act(name, {}, { preview: true })
      if (allowed.includes(role)) {
        expect([name, shown.includes(name), body.code === 'forbidden']).toEqual([name, true, false])
      } else {
        expect([name, shown.includes(name), status, body.code]).toEqual([
          name,
          false,
          403,
          'forbidden',
        ])
      }
    }
  })
})

it.each(['Ada 07400 123456', 'root', ' System ', 'ｒoot', 'rооt', 'shell  user x', 'shеll user'])(
  'no member has the name "%s"',
  async (name) => {
    const admin = await staffConsole.signIn('admin')
    const input = { name, email: `${randomUUID()}@passport.example`, roles: 'look' }
    const answer = await admin.act('staff invite', input, { preview: true })
    expect(answer.body).toMatchObject({ code: 'action_refused', reason_code: 'invalid_name' })
  },
)

it('a member gets the name without doubled and wide letters, so that no two look alike', async () => {
  const admin = await staffConsole.signIn('admin')
  const input = { email: `${randomUUID()}@passport.example`, roles: 'look' }
  const one = await admin.act('staff invite', { ...input, name: 'Grace 4' }, { preview: true })
  expect(one.body.outcome).toBe('previewed')
  const invited = await runOperator({ DATABASE_URL: test.databaseUrl }, [
    ...['staff', 'invite', 'Grace 4', 'grace@passport.example', '--roles', 'look', '--by', 'ada'],
    ...['--reason', 'a test'],
  ])
  expect(invited.code).toBe(0)
  for (const name of ['Ｇrace 4', 'Grace  4', 'Grace\u00a04']) {
    const answer = await admin.act('staff invite', { ...input, name }, { preview: true })
    expect(answer.body).toMatchObject({ reason_code: 'member_exists' })
  }
})

it.each([
  [
    'wallet credit',
    { who: '+447400900123', amount: '3', currency: 'GBP', program: 'welcome' },
    'source',
  ],
  ['programmes create', { id: 'numbered', currency: 'GBP' }, 'name'],
  ['partners create', { program: 'numbered' }, 'name'],
])(
  '%s takes no phone number that people of a programme would read',
  async (action, input, field) => {
    const admin = await staffConsole.signIn('admin')
    const given = { ...input, [field]: 'Ann +447400900123' }
    const { status, body } = await admin.act(action, given, { preview: true })
    expect([status, body.field]).toEqual([400, `input.${field}`])
  },
)

it('a wrong method of a console call is 405 with the right ones', async () => {
  const admin = await staffConsole.signIn('admin')
  const answer = await fetch(`${staffConsole.url}/console/api/people`, {
    method: 'PUT',
    headers: { cookie: admin.cookie, origin: staffConsole.url },
  })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('people of a programme run no action', async () => {
  const client = await staffConsole.signIn('partner:green-bank')
  expect((await client.get('/actions')).body).toEqual([])
  for (const { name } of actions) expect((await client.act(name, {})).status).toBe(403)
})

describe('an action', () => {
  let support: StaffClient
  let person: Person
  beforeAll(async () => {
    support = await staffConsole.signIn('support')
    person = await new Person(test.url).signIn()
  })

  it('shows in a preview what it would do, and does nothing', async () => {
    const preview = await support.act('people block', { who: person.phone }, { preview: true })
    expect(preview).toMatchObject({
      status: 200,
      body: { outcome: 'previewed', figures: [{ label: 'Blocked', before: 'no', after: 'yes' }] },
    })
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect(await newestRow()).toMatchObject({
      action: 'people block',
      outcome: 'previewed',
      by: support.name,
      roles: ['support'],
      about: [person.id],
    })
  })

  it('has its effect with its row', async () => {
    const done = await support.act('sessions end', { who: person.id }, { reason: 'A lost phone' })
    expect(done).toMatchObject({ status: 200, body: { outcome: 'done' } })
    expect((await person.get('/api/auth/me')).status).toBe(401)
    expect(await newestRow()).toMatchObject({
      action: 'sessions end',
      outcome: 'done',
      reason: 'A lost phone',
      about: [person.id],
      figures: [{ label: 'Open sessions', before: '1', after: '0' }],
    })
  })

  it('is refused with the sentence of its use case', async () => {
    const refused = await support.act('people unblock', { who: person.id })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'action_refused',
        reason_code: 'not_blocked',
        error: 'The number is not blocked.',
      },
    })
    expect(await newestRow()).toMatchObject({ outcome: 'refused', detail: 'not_blocked' })
  })

  it.each([
    [{}, 'input.who'],
    [{ who: '' }, 'input.who'],
    [{ who: 7 }, 'input.who'],
    [{ who: 'a\u0007b' }, 'input.who'],
    [{ who: 'x'.repeat(201) }, 'input.who'],
  ])('with the input %j names the wrong field', async (input, field) => {
    const refused = await support.act('people block', input)
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request', field } })
  })

  it('with a misspelled field is refused by its name', async () => {
    const input = { who: person.id, untill: '2027-01-01' }
    expect(await support.act('people block', input)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'input', error: 'There is no field untill.' },
    })
  })

  it.each([
    ['', 'reason_required', /./],
    ['   ', 'reason_required', /./],
    ['call 07400 900123', 'bad_request', / leave phone numbers out of the reason\.$/],
    ['a\u0007b', 'bad_request', /^Leave control characters.* out of the reason\.$/],
  ])('with the reason %j is refused', async (reason, code, sentence) => {
    const refused = await support.act('people block', { who: person.id }, { reason })
    const error = expect.stringMatching(sentence)
    expect(refused).toMatchObject({ status: 400, body: { code, error, field: 'reason' } })
  })

  it('that moves money asks for the passkey after 5 minutes', async () => {
    const money = await staffConsole.signIn('money')
    await sql(
      `update staff_sessions set verified_at = now() - interval '6 minutes' where staff_id = '${money.id}'`,
    )
    const input = { who: person.id, amount: '1', currency: 'GBP', program: 'welcome' }
    expect((await money.act('wallet credit', input, { preview: true })).status).toBe(200)
    expect(await money.act('wallet credit', input)).toMatchObject({
      status: 403,
      body: { code: 'passkey_required' },
    })
    await money.signIn()
    expect((await money.act('wallet credit', input)).status).toBe(200)
  })

  it('that does not exist is 404', async () => {
    expect(await support.act('people clone', {})).toMatchObject({
      status: 404,
      body: { code: 'action_not_found' },
    })
  })
})

describe('for a person who lost the phone', () => {
  it('a move is announced, then waits, and moves after 72 hours', async () => {
    const support = await staffConsole.signIn('support')
    const lost = await new Person(test.url).signIn()
    const input = { who: lost.id, new_phone: newPhone() }
    const preview = await support.act('people move', input, { preview: true })
    expect(preview.body.figures[0]).toMatchObject({ after: 'is told' })
    const announced = await support.act('people move', input)
    expect(announced.body.figures).toEqual(preview.body.figures)
    const waiting = await support.act('people move', input)
    expect(waiting.body.figures[0].label).toBe('Announced; may be moved after')
    await sql(`update number_moves set due_at = now()`)
    const moved = await support.act('people move', input)
    expect(moved.body.figures[0]).toMatchObject({ before: 'the lost one' })
    expect((await lost.get('/api/auth/me')).status).toBe(401)
  })

  it('an export is read with its row, by support only', async () => {
    const support = await staffConsole.signIn('support')
    const owner = await new Person(test.url).signIn()
    const { body } = await support.act('people export', { who: owner.phone })
    expect(JSON.parse(body.secrets[0].after)).toHaveProperty('about')
    expect(body.secrets[0].after).toContain(owner.phone)
    expect(await newestRow()).toMatchObject({ action: 'people export', about: [owner.id] })
    const money = await staffConsole.signIn('money')
    expect((await money.act('people export', { who: owner.id })).status).toBe(403)
  })
})

describe('a refund', () => {
  let money: StaffClient
  let buyer: Person
  beforeAll(async () => {
    money = await staffConsole.signIn('money')
    buyer = await new Person(test.url).signIn()
  })

  const buy = async (kg: number) => {
    const batch = await issueTestBatch(test.services.db, { kg: 10_000, priceMicros: 100_000 })
    return buyer.buyByCard(batch, kg)
  }

  it('moves once under one key, however often it is sent', async () => {
    const txId = await buy(20)
    const key = randomUUID()
    const input = { tx_id: txId }
    const preview = await money.act('purchases refund', input, { preview: true })
    expect(preview.body.figures).toContainEqual({
      label: 'Kilograms that go back',
      before: null,
      after: '20 kg',
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => money.act('purchases refund', input, { key })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const admin = await staffConsole.signIn('admin')
    const { body } = await admin.get(`/audit?about=${txId}&action=purchases+refund`)
    const done = body.filter(({ outcome }: { outcome: string }) => outcome === 'done')
    expect(done).toHaveLength(1)
    expect(done[0]).toMatchObject({ kilograms: 20, about: [txId, expect.anything(), buyer.id] })
  })

  it('shows what goes back to the card and to the wallet, each with its own sum', async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 100 })
    const payer = await new Person(test.url).signIn()
    const wallet = { passportId: payer.id, currency: 'GBP', amountMinor: 30 }
    await creditTestWallet(db, wallet)
    const { body } = await payer.reserve(await splitOrder(payer, batch, 100))
    expect((await payer.complete(body.txId)).status).toBe(200)
    const preview = await money.act('purchases refund', { tx_id: body.txId }, { preview: true })
    const shown = preview.body.figures.map(
      ({ label, after }: Record<string, string>) => `${label}: ${after}`,
    )
    expect(shown).toEqual(
      expect.arrayContaining([
        `To the card: ${body.card_used.toFixed(2)} GBP`,
        `To the wallet: ${body.wallet_used.toFixed(2)} GBP`,
        'Kilograms that go back: 100 kg',
      ]),
    )
    expect([body.card_used, body.wallet_used].every((sum) => sum > 0)).toBe(true)
    expect(body.card_used).not.toBe(body.wallet_used)
  })

  it('has evidence for the bank, with a row before it is read', async () => {
    const txId = await buy(20)
    const preview = await money.act('purchases evidence', { tx_id: txId }, { preview: true })
    expect(preview.body.secrets).toBeUndefined()
    const { status, body } = await money.act('purchases evidence', { tx_id: txId })
    expect(status).toBe(200)
    expect(body.secrets[0]).toMatchObject({ label: 'evidence.md' })
    expect(body.secrets[0].after).toContain(txId)
    expect(await newestRow()).toMatchObject({
      action: 'purchases evidence',
      outcome: 'done',
      figures: [{ label: 'Evidence about', before: null, after: txId }],
    })
  })

  it('of another input under the same key is refused', async () => {
    const key = randomUUID()
    await money.act('purchases refund', { tx_id: await buy(5) }, { key })
    const other = await money.act('purchases refund', { tx_id: await buy(6) }, { key })
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })
})

it('a payment of a programme shows the balance before and after it', async () => {
  const money = await staffConsole.signIn('money')
  const currency = 'GBP'
  await money.act('programmes create', { id: 'balanced', name: 'Balanced', currency })
  const balanceAfter = async (name: string, amount: string) => {
    const { body } = await money.act(name, { id: 'balanced', amount, currency })
    return body.figures.find(({ label }: { label: string }) => label === 'Balance')
  }
  expect(await balanceAfter('programmes fund', '10')).toMatchObject({
    ...{ before: '0.00 GBP', after: '10.00 GBP' },
  })
  expect(await balanceAfter('programmes return', '4')).toMatchObject({
    ...{ before: '10.00 GBP', after: '6.00 GBP' },
  })
})

it('the limits of a programme are shown each with its own amount', async () => {
  const money = await staffConsole.signIn('money')
  await money.act('programmes create', { id: 'limits', name: 'Limits', currency: 'EUR' })
  const shown = async (input: Record<string, string>) => {
    const { body } = await money.act('programmes limits', { id: 'limits', ...input })
    return body.figures.map(({ label, after }: Record<string, string>) => `${label}: ${after}`)
  }
  expect(await shown({ person: '5', day: '70' })).toEqual([
    ...['To one person: 5.00 EUR', 'In all: 70.00 EUR'],
  ])
  // The other limit stays.
  expect(await shown({ day: '80' })).toEqual(['To one person: 5.00 EUR', 'In all: 80.00 EUR'])
  expect(await shown({ person: '6' })).toEqual(['To one person: 6.00 EUR', 'In all: 80.00 EUR'])
})
