// Tests the replacement of a batch through the use case and over HTTP: the holders' lists, the
// public log, and the ledger.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCatalogue } from '#features/catalogue/import/import-catalogue.ts'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { readFigures } from '#features/retirements/read-figures.ts'
import { replacementPoints } from '#tests/faults/known-points.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { disputeAtProvider, makePollDue } from '#tests/support/people/card-provider-page.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  appendOnce,
  closeWithLog,
  dueOf,
  faultsOfRows,
  issueTonnes,
  recordRows,
  retiredRow,
  startRetirementApp,
  type TonneBatch,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'

const messagesTo = statement(
  'replace-messages',
  { count: 'int8' },
  `select count(*) as count from outbox
   where template = 'replaced' and subject like $1::uuid || '/%'`,
)

const forceOffer = statement(
  'replace-force-offer',
  {},
  `update batches set offer = 'offered' where id = $1`,
)
const offerOf = statement(
  'replace-offer-of',
  { offer: 'text', is_replaced: 'bool' },
  'select offer, replaced_at is not null as is_replaced from batches where id = $1',
)

const setRegistry = statement(
  'replace-set-registry',
  {},
  `update projects set registry = 'OTH' where id = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startRetirementApp()
})
afterAll(() => closeWithLog(test))

const db = () => test.services.db
const person = () => new Person(test.url).signIn()
const batchOf = (tonnes: number) => issueTonnes(db(), tonnes)
const replace = (former: TonneBatch, other: TonneBatch, transactionMax = 1_000) =>
  replaceBatch(db(), {
    serial: former.serial,
    bySerial: other.serial,
    reason: 'taken back by the registry',
    audit: unaudited,
    transactionMax,
  })

type Entry = {
  readonly tokens: readonly { readonly id: string }[]
  readonly replaced_tokens?: readonly { readonly id: string }[]
}
async function entryOf(holder: Person) {
  const [entry] = (await holder.get('/api/tokens/transaction/me')).body
  const { tokens, replaced_tokens: former }: Entry = entry
  const ends = (list: Entry['tokens']) => [list[0]?.id, list.at(-1)?.id, list.length]
  return {
    tokens: ends(tokens),
    replaced: former === undefined ? undefined : ends(former),
    allocated: entry.allocated_kg,
    retired: entry.retired_kg,
    status: entry.status,
  }
}
async function entriesOf(batch: TonneBatch) {
  await appendOnce(test)
  const { entries } = await fetchLog(`${test.url}/log`)
  const words = [`"serial":"${batch.serial}"`, `"by_serial":"${batch.serial}"`]
  return entries.map(String).filter((entry) => words.some((word) => entry.includes(word)))
}

const offerAgain = ({ serial }: TonneBatch) =>
  changeOffer(db(), serial, 'offered', 'The registry allows it again.')
const projectFile = ({ serial }: TonneBatch, status: string) => {
  const columns =
    'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
    'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
    'crediting_period_end,sdgs'
  const row = `TST,Test Registry,${serial},,Wind farm,,Türkiye,TR,${status},Wind,,,,,,[7]`
  return { file: 'projects.csv', open: () => Readable.from([`${columns}\n${row}\n`]) }
}

describe('a replaced batch', () => {
  it('is never offered again by any command, and replaces no other batch', async () => {
    const [former, other, third] = [await batchOf(2), await batchOf(2), await batchOf(2)]
    const buyer = await person()
    await buyer.buyByCard(former, 40)
    await buyer.buyByCard(third, 30)
    await replace(former, other)
    const refused = { problem: 'replaced', text: expect.stringContaining(former.serial) }
    expect(await offerAgain(former)).toMatchObject(refused)
    const withdrawn = await changeOffer(db(), former.serial, 'withdrawn', 'Once more.')
    expect(withdrawn).toMatchObject({ changed: false })
    expect(await offerAgain(former)).toMatchObject(refused)
    expect(await replace(third, former)).toMatchObject(refused)
    for (const status of ['Withdrawn', 'Verified']) {
      const projects = [projectFile(former, status)]
      await importCatalogue(db(), { projects }, { isDemo: false })
    }
    expect(await offerAgain(former)).toMatchObject(refused)
    const late = await buyer.reserve(cardOrder(former, 1, await buyer.cardToken()))
    expect(late.body.code).toBe('not_offered')
    await expect(db().run(forceOffer, [former.id])).rejects.toMatchObject({
      constraint: 'batches_replaced_stay_off_sale',
    })
  })

  it('is as final where it was replaced in part, or no kilogram was sold', async () => {
    const [former, unsold, other] = [await batchOf(2), await batchOf(1), await batchOf(4)]
    const buyer = await person()
    await buyer.buyByCard(former, 1_000)
    await recordRows(db(), [retiredRow(former.part(1, 1), 1, 'R-PART')])
    await buyer.buyByCard(former, 500)
    expect(await replace(former, other)).toMatchObject({ kg: 500 })
    expect(await replace(unsold, other)).toMatchObject({ kg: 0 })
    for (const batch of [former, unsold]) {
      expect(await offerAgain(batch)).toMatchObject({ problem: 'replaced' })
    }
  })

  it('is not offered by a call that waited during the replacement', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    const txId = await buyer.buyByCard(former, 15)
    const held = await holdLock(test, `select from purchases where tx_id = '${txId}' for update`)
    const replacing = replace(former, other)
    await held.untilWaiting('row')
    // The batch is withdrawn by now, and its kilograms are about to be replaced.
    expect(await offerAgain(former)).toMatchObject({ problem: 'replaced' })
    await held.release()
    expect(await replacing).toMatchObject({ kg: 15 })
    const both = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [one, two] = [await batchOf(1), await batchOf(1)]
        await changeOffer(db(), one.serial, 'withdrawn', 'A recall.')
        const done = await Promise.all([replace(one, two), offerAgain(one)])
        return [done[0], await db().run(offerOf, [one.id])]
      }),
    )
    for (const [replaced, offer] of both) {
      expect(replaced).not.toHaveProperty('problem')
      expect(offer).toEqual([{ offer: 'withdrawn', is_replaced: true }])
    }
  })

  it('replaces no other batch where it is itself replaced meanwhile', async () => {
    const [former, other, third] = [await batchOf(1), await batchOf(1), await batchOf(1)]
    const buyer = await person()
    const txId = await buyer.buyByCard(former, 15)
    const held = await holdLock(test, `select from purchases where tx_id = '${txId}' for update`)
    const replacing = replace(former, other)
    await held.untilWaiting('row')
    await replace(other, third)
    await held.release()
    expect(await replacing).toMatchObject({ problem: 'replaced' })
    expect((await entryOf(buyer)).tokens[0]).toBe(`${former.serial}.1`)
    // With a batch that is for sale the replacement continues.
    expect(await replace(former, third)).toMatchObject({ kg: 15 })
  })

  it('and another one that replace each other do not block each other for ever', async () => {
    const [one, two] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(one, 15)
    await buyer.buyByCard(two, 15)
    const done = await Promise.all([replace(one, two), replace(two, one)])
    const refusals = done.filter((each) => 'problem' in each)
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toMatchObject({ problem: 'replaced' })
  })
})

describe('the replacement of a batch', () => {
  it('gives each holder as many kilograms of the other batch, and changes no total, score or fact', async () => {
    const [former, other] = [await batchOf(2), await batchOf(2)]
    const [ada, grace] = await Promise.all([person(), person()])
    await ada.buyByCard(former, 120)
    await grace.buyByCard(other, 50)
    await grace.buyByCard(former, 30)
    await ada.buyByCard(former, 17)
    const standing = async () =>
      Promise.all(
        [ada, grace].flatMap((each) => [
          each.get('/passport/me').then(({ body: { updated: _, ...passport } }) => passport),
          each.get('/api/achievements/me').then(({ body }) => body),
          each.get('/api/rewards/me').then(({ body }) => body),
        ]),
      )
    const before = await standing()
    expect(await replace(former, other)).toEqual({
      serial: former.serial,
      bySerial: other.serial,
      purchases: 3,
      kg: 167,
      reservedKg: 0,
    })
    expect(await standing()).toEqual(before)
    expect(await entryOf(ada)).toEqual({
      tokens: [`${other.serial}.201`, `${other.serial}.217`, 17],
      replaced: [`${former.serial}.151`, `${former.serial}.167`, 17],
      allocated: 17,
      retired: 0,
      status: 'COMPLETED',
    })
    const [short] = (await grace.get('/api/tokens/transaction/me?tokens=none')).body
    expect(short).toMatchObject({
      first_token: `${other.serial}.171`,
      last_token: `${other.serial}.200`,
      batch_serial_number: other.serial,
      replacement: {
        former: [
          {
            kg: 30,
            first_token: `${former.serial}.121`,
            last_token: `${former.serial}.150`,
          },
        ],
        present: [
          { kg: 30, first_token: `${other.serial}.171`, last_token: `${other.serial}.200` },
        ],
      },
    })
    const page = await grace.get(`/api/tokens/transaction/${short.tx_id}/tokens?cursor=20&limit=5`)
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(
      [191, 192, 193, 194, 195].map((place) => `${other.serial}.${place}`),
    )
    for (const each of [ada, grace]) {
      expect(await db().run(messagesTo, [each.id])).toEqual([{ count: 1 }])
    }
    await sendDueMessages(test.services)
    const { body: messages } = await ada.get(`/dev/messages?to=${encodeURIComponent(ada.phone)}`)
    const url = `${test.services.settings.publicUrl}/app`
    expect(messages).toContainEqual(
      expect.objectContaining({
        ...{ template: 'replaced', body: textIn('en', 'sms_replaced', { url }) },
      }),
    )
    const told = await entriesOf(former)
    const day = new Date().toISOString().slice(0, 10)
    expect(told.slice(-4)).toEqual([
      `{"kind":"withdraw","registry":"TST","serial":"${former.serial}","day":"${day}"}`,
      ...[
        [1, 120, 51, 170],
        [121, 150, 171, 200],
        [151, 167, 201, 217],
      ].map(
        ([first, last, byFirst, byLast]) =>
          `{"kind":"replace","registry":"TST","serial":"${former.serial}","first":${first},` +
          `"last":${last},"by_serial":"${other.serial}","by_first":${byFirst},"by_last":${byLast},"day":"${day}"}`,
      ),
    ])
    await grace.buyByCard(other, 15)
    expect((await entryOf(grace)).tokens[0]).toBe(`${other.serial}.218`)
  })

  it('changes nothing a second time, and replaces purchases that completed since an unfinished one', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(former, 15)
    const late = await buyer.reserve(cardOrder(former, 20, await buyer.cardToken()))
    expect(await replace(former, other)).toMatchObject({ purchases: 1, kg: 15, reservedKg: 20 })
    expect((await buyer.complete(late.body.txId)).status).toBe(200)
    expect(await replace(former, other)).toMatchObject({ purchases: 1, kg: 20, reservedKg: 0 })
    expect(await replace(former, other)).toMatchObject({ purchases: 0, kg: 0, reservedKg: 0 })
    const refused = await buyer.reserve(cardOrder(former, 1, await buyer.cardToken()))
    expect(refused.body.code).toBe('not_offered')
  })

  it('replaces kilograms that were replacements before', async () => {
    const [first, second, third] = [await batchOf(1), await batchOf(1), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(first, 40)
    await replace(first, second)
    await replace(second, third)
    const [entry] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(entry.tokens[0].id).toBe(`${third.serial}.1`)
    expect(entry.tokens).toHaveLength(40)
    expect(entry.replaced_tokens).toHaveLength(80)
    const { bought } = (await buyer.get('/api/profile/export')).body['purchases and gifts']
    expect(bought[0]['replaced by']).toMatchObject([
      { 'serial number': third.serial, kilograms: 40 },
    ])
  })

  it('is refused with a sentence, and changes nothing', async () => {
    const [former, other] = [await batchOf(2), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(former, 1_001)
    expect(await replace(former, other)).toMatchObject({ problem: 'insufficient_stock' })
    expect(await replace(former, former)).toMatchObject({ problem: 'wrong_batch' })
    await changeOffer(db(), other.serial, 'withdrawn', 'for a test')
    expect(await replace(former, other)).toMatchObject({ problem: 'wrong_batch' })
    expect(await replace(former, { ...other, serial: 'nothing' })).toMatchObject({
      problem: 'batch_not_found',
    })
    await buyer.buyByCard(former, 15)
    expect((await entryOf(buyer)).replaced).toBeUndefined()
  })

  it('leaves retired kilograms and takes the rest; replaced kilograms are never retired', async () => {
    const [former, other] = [await batchOf(4), await batchOf(4)]
    const buyer = await person()
    await buyer.buyByCard(other, 999)
    await buyer.buyByCard(former, 2_500)
    await recordRows(db(), [retiredRow(former.part(1, 1), 1, 'R-KEEP')])
    expect(await replace(former, other)).toMatchObject({ purchases: 1, kg: 1_500 })
    expect(await entryOf(buyer)).toMatchObject({
      tokens: [`${former.serial}.1`, `${other.serial}.2499`, 2_500],
      replaced: [`${former.serial}.1001`, `${former.serial}.2500`, 1_500],
      allocated: 1_500,
      retired: 1_000,
    })
    // A page of kilograms continues from one batch to the other.
    const [{ tx_id }] = (await buyer.get('/api/tokens/transaction/me?tokens=none')).body
    const page = async () =>
      (await buyer.get(`/api/tokens/transaction/${tx_id}/tokens?cursor=998&limit=4`)).body
    const [kept, taken] = ['retired', 'allocated']
    const shown = [
      ...[999, 1_000].map((place) => ({ id: `${former.serial}.${place}`, state: kept })),
      ...[1_000, 1_001].map((place) => ({ id: `${other.serial}.${place}`, state: taken })),
    ]
    expect(await page()).toEqual(shown)
    expect(await dueOf(db(), former)).toMatchObject({ dueTonnes: 0, heldBack: [] })
    expect(await dueOf(db(), other)).toMatchObject({ dueTonnes: 2 })
    expect(await faultsOfRows(db(), [retiredRow(former.part(2, 2), 1, 'R-NO')])).toHaveLength(1)
    await recordRows(db(), [retiredRow(other.part(1, 1), 1, 'R-NEW')])
    // The first tonne ends with the first of the replacement kilograms.
    expect(await entryOf(buyer)).toMatchObject({ allocated: 1_499, retired: 1_001 })
    expect(await page()).toEqual(shown.with(2, { id: `${other.serial}.1000`, state: 'retired' }))
    expect((await buyer.get('/passport/me')).body.retired_kg).toBe(2_000)
  })

  it('keeps a whole tonne from being retired after taking its last kilogram', async () => {
    const [former, other] = [await batchOf(2), await batchOf(2)]
    const buyer = await person()
    const txId = await buyer.buyByCard(former, 999)
    await buyer.buyByCard(former, 1_001)
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    expect(await dueOf(db(), former)).toMatchObject({ dueTonnes: 2 })
    expect(await replace(former, other)).toMatchObject({ purchases: 1, kg: 1_001 })
    expect(await dueOf(db(), former)).toMatchObject({ dueTonnes: 0 })
    const figures = await readFigures(db(), { limit: 100, offset: 0 })
    const figuresOf = (batch: TonneBatch) =>
      figures?.batches.find(({ serial }) => serial === batch.serial)
    expect(figuresOf(former)).toMatchObject({ soldKg: 2_000, dueKg: 0 })
    expect(figuresOf(other)).toMatchObject({ soldKg: 1_001, dueKg: 1_000 })
    const row = retiredRow(former.part(1, 1), 1, 'R-LAST')
    expect(await faultsOfRows(db(), [row])).toEqual([
      expect.stringContaining('nothing more is due'),
    ])
  })

  it('leaves the next tonne due, which a purchase completed meanwhile', async () => {
    const [former, other] = [await batchOf(2), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(former, 1_000)
    const late = await buyer.reserve(cardOrder(former, 1_000, await buyer.cardToken()))
    await replace(former, other)
    expect((await buyer.complete(late.body.txId)).status).toBe(200)
    expect(await dueOf(db(), former)).toMatchObject({ due: [{ first: 1_001, last: 2_000 }] })
  })

  it('holds back disputed kilograms, in their present place', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    const txId = await buyer.buyByCard(former, 1_000)
    const purchaseId = await purchaseIdOf(db(), txId)
    await replace(former, other)
    await disputeAtProvider(db(), purchaseId, 'open', 2_000)
    await makePollDue(db(), 'cards')
    await pollCardEvents(test.services)
    expect((await entryOf(buyer)).status).toBe('DISPUTED')
    expect(await dueOf(db(), other)).toMatchObject({
      dueTonnes: 0,
      heldBack: [{ first: 1, last: 1_000 }],
    })
  })

  it('gives a waiting gift to its number from its present place', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const [giver, stranger] = [await person(), new Person(test.url)]
    const order = cardOrder(former, 30, await giver.cardToken())
    const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: stranger.phone })
    await giver.complete(body.txId)
    await replace(former, other)
    await stranger.signIn()
    expect((await entryOf(stranger)).tokens).toEqual([
      `${other.serial}.1`,
      `${other.serial}.30`,
      30,
    ])
  })

  it('leaves out a purchase that is refunded meanwhile', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    const first = await buyer.buyByCard(former, 15)
    const second = await buyer.buyByCard(former, 30)
    const held = await holdLock(test, `select from purchases where tx_id = '${first}' for update`)
    // It has found both purchases by then, and takes one after the other.
    const replacing = replace(former, other, 1)
    await held.untilWaiting('row')
    const record = async () => undefined
    await refundPurchase(test.services, { txId: second, keepsKilograms: false, record })
    await held.release()
    expect(await replacing).toMatchObject({ purchases: 1, kg: 15 })
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(15)
  })

  it('names the registry of the other batch in the log where it is another one', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    await db().run(setRegistry, [other.projectId])
    await (await person()).buyByCard(former, 20)
    await replace(former, other)
    const entries = (await entriesOf(other)).map((entry) => JSON.parse(entry))
    expect(entries.find(({ kind }) => kind === 'replace')).toMatchObject({
      registry: 'TST',
      serial: former.serial,
      by_registry: 'OTH',
      by_serial: other.serial,
    })
  })

  it('lets a refund take the present places, and the log shows it', async () => {
    const [former, other] = [await batchOf(1), await batchOf(1)]
    const buyer = await person()
    await buyer.buyByCard(former, 15)
    const txId = await buyer.buyByCard(former, 30)
    await replace(former, other)
    const record = async () => undefined
    expect(
      await refundPurchase(test.services, { txId, keepsKilograms: false, record }),
    ).toMatchObject({ stage: expect.stringContaining('refund') })
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(15)
    const told = (await entriesOf(other)).map((entry) => JSON.parse(entry))
    expect(told.at(-1)).toMatchObject({ kind: 'return', serial: other.serial, first: 16, last: 45 })
    expect(await replace(other, await batchOf(1))).toMatchObject({ purchases: 1, kg: 15 })
  })

  it.each(Object.entries(replacementPoints))(
    'continues after a failure at %s',
    async (_, point) => {
      const [former, other] = [await batchOf(1), await batchOf(1)]
      const buyers = await Promise.all([person(), person(), person()])
      for (const buyer of buyers) await buyer.buyByCard(former, 15)
      armFailPoint(`${point}:throw`)
      await expect(replace(former, other, 1)).rejects.toThrow(point)
      expect(disarmFailPoint()).toBe(false)
      expect(await replace(former, other, 1)).not.toHaveProperty('problem')
      for (const [place, buyer] of buyers.entries()) {
        expect((await entryOf(buyer)).tokens[0]).toBe(`${other.serial}.${place * 15 + 1}`)
        expect(await db().run(messagesTo, [buyer.id])).toEqual([{ count: 1 }])
      }
    },
  )
})
