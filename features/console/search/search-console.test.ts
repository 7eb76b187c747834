// Tests the search of the console: by any id, name or spelling, only of kinds that the roles may read.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hit } from '#features/console/search/search-calls.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { issueTonnes } from '#tests/support/people/retirements.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const rename = statement(
  'test-search-rename',
  {},
  'update passports set first_name = $2, last_name = $3 where id = $1',
)
const forgetPayment = statement(
  'test-search-forget-payment',
  {},
  `with forgotten as (delete from card_references where purchase_id = $1)
   update purchases set card_payment_id = null where id = $1`,
)

let stripe: StripeStandIn
let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  stripe = await openStripeStandIn()
  const env = stripeSettingsOf(stripe)
  test = await startTestApp(env, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
  await stripe.close()
})

const db = () => test.services.db

async function search(text: string, roles?: readonly string[]): Promise<Hit[]> {
  const { body } = await reader.read(`search?q=${encodeURIComponent(text)}`, roles)
  return body
}

const namesOf = (hits: readonly Hit[]) => hits.map(({ kind, id }) => `${kind} ${id}`)

async function bought() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, stripe.tokenise('pays')))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const txId = String(body.txId)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, batch, txId, id, stepKey: `${id}:authorise` }
}

describe('the search', () => {
  it('finds a purchase and its buyer by each id, also of the card provider', async () => {
    const { buyer, txId, id, stepKey } = await bought()
    const { payment, charge } = stripe.idsOf(stepKey)
    for (const text of [txId, txId.toLowerCase().replaceAll('-', ' '), id, payment, charge]) {
      expect([text, namesOf(await search(text))]).toEqual([
        text,
        [`purchase ${txId}`, `person ${buyer.id}`],
      ])
    }
    const [hit] = await search(txId)
    expect(hit).toMatchObject({ title: txId, detail: '50 kg, 1.00 GBP, COMPLETED' })
  })

  it('asks the card provider for an unknown id, and says so if it does not answer', async () => {
    const { txId, id, stepKey } = await bought()
    const { charge } = stripe.idsOf(stepKey)
    await db().run(forgetPayment, [id])
    expect(namesOf(await search(String(charge)))).toContain(`purchase ${txId}`)
    expect(await search('ch_none')).toEqual([])
    stripe.fail('GetChargesCharge', 'busy', 3)
    const { status, body } = await reader.read('search?q=ch_none')
    expect([status, body.error]).toEqual([503, expect.stringContaining('does not answer now')])
  })

  it('finds a person by number in any spelling and by name, with the number masked', async () => {
    const person = await new Person(test.url).signIn()
    const name = `Łucja${randomUUID().slice(0, 8)}`
    await db().run(rename, [person.id, name, 'Nowak'])
    const texts = [
      person.phone,
      person.phone.replace('+44', '0'),
      person.phone.replace('+44', '0044 '),
      name.replace('Ł', 'l').toUpperCase(),
      `nowak ${name}`,
    ]
    for (const text of texts) {
      expect([text, namesOf(await search(text))]).toEqual([text, [`person ${person.id}`]])
    }
    const [hit] = await search(name)
    expect(hit).toMatchObject({ title: `${name} Nowak` })
    expect(hit?.detail).toContain(`+44•••••${person.phone.slice(-3)}, GB, since `)
    expect(JSON.stringify(hit)).not.toContain(person.phone)
  })

  it('finds batches by serial, projects by registry id, and programmes by id and name', async () => {
    const { id, serial, projectId } = await issueTonnes(db(), 10)
    const spelled = serial.toLowerCase().replaceAll('-', '–')
    expect(namesOf(await search(spelled))).toContain(`batch ${id}`)
    const found = await search(`tst ${serial}`)
    expect(namesOf(found)).toContain(`project ${projectId}`)
    const programmeId = `bank-${randomUUID().slice(0, 8)}`
    await openTestProgramme(db(), { id: programmeId, name: `Crédit ${programmeId}` })
    for (const text of [programmeId, `CREDIT ${programmeId}`]) {
      expect(namesOf(await search(text))).toEqual([`programme ${programmeId}`])
    }
  })

  it('returns only kinds that the roles may read, and no kind to people of a programme', async () => {
    const { buyer, batch, txId } = await bought()
    expect(namesOf(await search(txId, ['registry']))).toEqual([])
    expect(namesOf(await search(batch.serial, ['registry']))).toContain(`batch ${batch.id}`)
    expect(namesOf(await search(buyer.phone, ['look']))).toEqual([`person ${buyer.id}`])
    const programmeId = `bank-${randomUUID().slice(0, 8)}`
    await openTestProgramme(db(), { id: programmeId, name: programmeId })
    for (const text of [programmeId, txId, batch.serial, buyer.phone]) {
      expect(await search(text, [`partner:${programmeId}`])).toEqual([])
    }
    expect(await search(programmeId, ['registry'])).toEqual([])
  })

  it('has at most 15 people and 6 programmes, projects and batches', async () => {
    const name = `Zebra${randomUUID().slice(0, 8)}`
    for (let count = 0; count < 16; count += 1) {
      const { id } = await new Person(test.url).signIn()
      await db().run(rename, [id, name, `Nowak ${count}`])
    }
    for (let count = 0; count < 7; count += 1) {
      await openTestProgramme(db(), { id: `${name.toLowerCase()}-${count}`, name })
      await issueTonnes(db(), 10)
    }
    const named = await search(name)
    const countOf = (hits: readonly Hit[], kind: string) =>
      hits.filter((hit) => hit.kind === kind).length
    expect([countOf(named, 'person'), countOf(named, 'programme')]).toEqual([15, 6])
    const listed = await search('tst')
    expect([countOf(listed, 'project'), countOf(listed, 'batch')]).toEqual([6, 6])
  })

  it('has at most 50 hits, none for a blank text, and is recorded without the text', async () => {
    for (let count = 0; count < 8; count += 1) await issueTestBatch(db(), { kg: 10 })
    await reader.reads()
    const hits = await search('a')
    expect(hits.length).toBeGreaterThan(6)
    expect(hits.length).toBeLessThanOrEqual(50)
    expect(await search('  ')).toEqual([])
    expect(await reader.reads()).toEqual(['search q', 'search q'])
    expect((await reader.read(`search?q=${'a'.repeat(201)}`)).status).toBe(400)
  })
})
