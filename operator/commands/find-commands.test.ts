// Tests that a search finds people and purchases: by a number in any spelling, a name, or an id of
// a statement, a mail or a page of Stripe's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { sendStripeEvent } from '#tests/support/stand-ins/signed-event.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const forgetReferences = statement(
  'test-forget-card-references',
  {},
  'delete from card_references where purchase_id = $1',
)
const forgetPayment = statement(
  'test-forget-card-payment',
  {},
  'update purchases set card_payment_id = null where id = $1',
)
const rename = statement(
  'test-rename-person',
  {},
  'update passports set first_name = $2, last_name = $3, nickname = $4 where id = $1',
)
const auditOf = statement(
  'test-audit-of-looks',
  { command: 'text', about: 'text[]' },
  `select command, about from audit_trail where for_name = $1 and outcome = 'done' order by id`,
)

let stripe: StripeStandIn
let test: TestApp
let env: Record<string, string>
beforeAll(async () => {
  stripe = await openStripeStandIn()
  env = stripeSettingsOf(stripe)
  test = await startTestApp(env, undefined, { background: false })
})
afterAll(async () => {
  await test.close()
  await stripe.close()
  expect(stripe.malformed).toEqual([])
})

const db = () => test.services.db

async function run(...args: readonly string[]) {
  const { databaseUrl = '', secretKey } = test.services.settings
  const keys = { SECRET_KEY: secretKey.toString('hex'), NUMBERS_KEY: numbersKey }
  const settings = { ...env, DATABASE_URL: databaseUrl, ...keys }
  const { code, stdout } = await runOperator(settings, [...args, '--json'])
  return { code, answer: JSON.parse(stdout), stdout }
}

type FoundPerson = { readonly id: string; readonly roles: readonly object[] }

const find = async (text: string, by = 'Grace') => {
  const { answer, ...ran } = await run('people', 'find', text, '--by', by)
  const people: FoundPerson[] = answer.people ?? []
  return { ...ran, answer, ids: people.map(({ id }) => id), people }
}

async function bought(more: object = {}) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 100 })
  const order = { ...cardOrder(batch, 50, stripe.tokenise('pays')), ...more }
  const { body } = await buyer.reserve(order)
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const txId = String(body.txId)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, txId, id, stepKey: `${id}:authorise` }
}

describe('a number', () => {
  it('finds its person in any spelling that sign-in takes, and in the national one', async () => {
    const person = await new Person(test.url).signIn()
    const national = person.phone.replace('+44', '0')
    const wide = [...national].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    const spelled = [
      person.phone,
      person.phone.replace('+', '00'),
      person.phone.replace('+44', '(0044) '),
      person.phone.replace('+44', '+44 (0) '),
      national,
      `${national.slice(0, 5)} ${national.slice(5)}`,
      wide,
    ]
    for (const text of spelled) {
      const { ids, stdout } = await find(text)
      expect([text, ids]).toEqual([text, [person.id]])
      expect(stdout).not.toContain(person.phone)
    }
  })

  it('that fits people of two countries lists both, and ends the sessions of neither', async () => {
    const digits = `6${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    const [french, dutch] = [
      await new Person(test.url, `+33${digits}`).signIn(),
      await new Person(test.url, `+31${digits}`).signIn(),
    ]
    const { ids } = await find(`0${digits}`)
    expect(ids.sort()).toEqual([french.id, dutch.id].sort())
    const ended = await run('sessions', 'end', `0${digits}`, '--by', 'Grace', '--reason', 'asked')
    expect(ended).toMatchObject({
      code: 1,
      answer: { error: expect.stringContaining('names two people') },
    })
  })
})

describe('a name', () => {
  it('is found without case, accents or order; several are listed masked', async () => {
    const [one, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
    const mark = Array.from({ length: 8 }, () =>
      String.fromCodePoint(97 + Math.floor(Math.random() * 26)),
    ).join('')
    await db().run(rename, [one.id, 'Zoë', `Łukasiewicz${mark} Ørsted`, `İpek${mark}`])
    await db().run(rename, [other.id, 'Bob', `ŁUKASIEWICZ${mark} ørsted`, null])
    const full = `lukasiewicz${mark} orsted`
    for (const text of [`zoe ${full}`, `${full} ZOË`, `  Zoe   ${full} `, `IPEK${mark}`]) {
      expect([text, (await find(text)).ids]).toEqual([text, [one.id]])
    }
    const shown = await run('people', 'show', full, '--by', 'Grace')
    expect([shown.code, shown.answer.people.map((each: FoundPerson) => each.id).sort()]).toEqual([
      1,
      [one.id, other.id].sort(),
    ])
    expect(shown.stdout).not.toContain('"sessions"')
    const both = await find(full)
    expect(both.ids.sort()).toEqual([one.id, other.id].sort())
    for (const { phone } of [one, other]) expect(both.stdout).not.toContain(phone)
    for (const text of [`zoe${mark}`, 'zo', '%', '_', `${mark}%`, "'; drop table passports"]) {
      expect([text, (await find(text)).ids]).toEqual([text, []])
    }
  })

  it('is no argument of a command that changes something', async () => {
    const person = await new Person(test.url).signIn()
    await db().run(rename, [person.id, 'Onlyone', 'Ofthem', null])
    const ended = await run('sessions', 'end', 'Onlyone', '--by', 'Grace', '--reason', 'asked')
    expect(ended.code).toBe(1)
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })
})

describe('a purchase', () => {
  it('is found by its id in any spelling, by its statement and by its step', async () => {
    const { buyer, txId, id, stepKey } = await bought()
    const plain = txId.replaceAll('-', '')
    const spelled = [txId.toLowerCase(), plain, ` ${txId.replaceAll('-', ' ')}`, plain.slice(0, 10)]
    for (const text of [...spelled, id, stepKey, id.toUpperCase()]) {
      const { ids, people } = await find(text)
      expect([text, ids, people[0]?.roles]).toEqual([
        text,
        [buyer.id],
        [{ tx_id: txId, role: 'bought' }],
      ])
      const shown = await run('purchases', 'show', text, '--by', 'Grace')
      expect([text, shown.answer.purchase?.tx_id]).toEqual([text, txId])
    }
  })

  it('that is a gift names buyer and receiver', async () => {
    const receiver = await new Person(test.url).signIn()
    const { buyer, txId } = await bought({ is_gift: 1, telephone: receiver.phone })
    const { people } = await find(txId)
    expect(new Map(people.map((person) => [person.id, person.roles]))).toEqual(
      new Map([
        [buyer.id, [{ tx_id: txId, role: 'bought' }]],
        [receiver.id, [{ tx_id: txId, role: 'received' }]],
      ]),
    )
    const stranger = newPhone()
    const waiting = await bought({ is_gift: 1, telephone: stranger })
    const found = await find(waiting.txId)
    expect(found.ids).toEqual([waiting.buyer.id])
    expect(found.answer.purchases).toMatchObject([{ is_gift: true }])
    expect(found.stdout).toContain(stranger.slice(-3))
    expect(found.stdout).not.toContain(stranger)
  })

  it('of a person is shown by their number, or listed where there are several', async () => {
    const { buyer, txId } = await bought()
    const national = buyer.phone.replace('+44', '0')
    expect((await run('purchases', 'show', national)).answer.purchase.tx_id).toBe(txId)
    const batch = await issueTestBatch(db(), { kg: 100 })
    const { body } = await buyer.reserve(cardOrder(batch, 50, stripe.tokenise('pays')))
    await buyer.complete(body.txId)
    const several = await run('purchases', 'show', national, '--by', 'Hedy')
    expect(several).toMatchObject({
      code: 1,
      answer: { purchases: expect.arrayContaining([txId, body.txId]) },
    })
    const looks = await db().run(auditOf, ['Hedy'])
    expect(looks).toMatchObject([
      { command: 'purchases show', about: expect.arrayContaining([txId, body.txId]) },
    ])
  })
})

describe('an id of the card provider’s', () => {
  async function known() {
    const { stepKey, ...purchase } = await bought()
    const before = stripe.sentEvents.length
    stripe.refundOnPage(stepKey, 10)
    stripe.dispute(stepKey, 'needs_response', 20)
    stripe.warnOfFraud(stepKey)
    const { payment, charge, refunds, dispute, warning } = stripe.idsOf(stepKey)
    const ids = [payment, charge, ...refunds, dispute, warning]
    return { ...purchase, ids, events: stripe.sentEvents.slice(before) }
  }

  it('finds the purchase and its buyer; each read is recorded', async () => {
    const { buyer, txId, ids, events } = await known()
    for (const event of events) expect(await sendStripeEvent(test.url, event)).toBe(200)
    const calls = stripe.calls.length
    for (const id of ids) expect([id, (await find(id, 'Ada')).ids]).toEqual([id, [buyer.id]])
    // All of them are kept here: Stripe is not asked.
    expect(stripe.calls).toHaveLength(calls)
    for (const id of ids) {
      expect((await run('purchases', 'show', id, '--by', 'Ada')).answer.purchase.tx_id).toBe(txId)
    }
    const looks = await db().run(auditOf, ['Ada'])
    expect(looks).toHaveLength(2 * ids.length)
    for (const { about } of looks) expect(about).toContain(txId)
  })

  it('that is unknown here is looked up at the provider', async () => {
    const { buyer, id, ids } = await known()
    await db().run(forgetReferences, [id])
    for (const each of ids) expect([each, (await find(each)).ids]).toEqual([each, [buyer.id]])
    // Not even the payment: its metadata names the step.
    await db().run(forgetPayment, [id])
    for (const each of ids) expect([each, (await find(each)).ids]).toEqual([each, [buyer.id]])
  })

  it('that is unknown is not found; a provider that does not answer is named', async () => {
    expect(await find('ch_nobody')).toMatchObject({ code: 1, ids: [] })
    expect((await run('purchases', 'show', 're_nobody')).code).toBe(1)
    stripe.fail('GetChargesCharge', 'busy', 3)
    expect(await find('ch_nobody')).toMatchObject({
      code: 1,
      answer: { error: expect.stringContaining('the card provider does not answer now') },
    })
  })
})

it('the report about a payment is readable on the screen too', async () => {
  const { buyer, txId, stepKey } = await bought()
  const before = stripe.sentEvents.length
  stripe.dispute(stepKey, 'needs_response', 60)
  stripe.warnOfFraud(stepKey)
  for (const event of stripe.sentEvents.slice(before)) {
    expect(await sendStripeEvent(test.url, event)).toBe(200)
  }
  const { charge, dispute, warning } = stripe.idsOf(stepKey)
  const screen = async (...args: readonly string[]) => {
    const { databaseUrl = '', secretKey } = test.services.settings
    const keys = { SECRET_KEY: secretKey.toString('hex'), NUMBERS_KEY: numbersKey }
    return (await runOperator({ ...env, DATABASE_URL: databaseUrl, ...keys }, args)).stdout
  }
  const shown = await screen('purchases', 'show', txId)
  expect(shown).toContain(`charge ${charge}\n`)
  expect(shown).toContain(`dispute ${dispute}: needs_response, general, 0.60 GBP, opened 20`)
  expect(shown).toContain(', evidence due 20')
  expect(shown).toContain(`fraud warning ${warning}: misc, 20`)
  const disputed = new RegExp(
    `${txId}  DISPUTED .*, dispute needs_response, evidence due 20.*, fraud warning 20`,
  )
  expect(await screen('purchases', 'list', '--state', 'DISPUTED')).toMatch(disputed)
  expect(await screen('people', 'show', buyer.id, '--by', 'Grace')).toMatch(disputed)
  stripe.fail('GetPaymentIntentsIntent', 'busy', 3)
  expect(await screen('purchases', 'show', txId)).toContain(
    'the card provider does not answer now (pi_',
  )
})

it('a provider that does not answer differs from a missing payment', async () => {
  const { txId, stepKey } = await bought()
  stripe.fail('GetPaymentIntentsIntent', 'busy', 3)
  const { answer } = await run('purchases', 'show', txId)
  const { payment } = stripe.idsOf(stepKey)
  expect(answer.provider).toEqual({
    ...{ status: 'no answer', payment_id: payment },
    reason: expect.stringMatching(/\w/),
  })
})
