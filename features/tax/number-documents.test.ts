// Tests receipts and credit notes on a real PostgreSQL: their figures, numbers without gaps, the order that
// overtakes no transaction, concurrent rounds, and the stop of a round at each of its steps.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { findDocuments } from '#features/tax/read-documents.ts'
import { pointsOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
  refundAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll, waitForNumbers } from '#tests/support/people/receipt-numbers.ts'
import { claim, newAchiever, rewardOrder } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { numberDocuments } from './number-documents.ts'
import { documentNumber } from './tax-document.ts'

const rates = ['country,rate,from', '*,0,2020-01-01', 'GB,20,2020-01-01', 'DE,19,2020-01-01']

let folder: string
let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tax-'))
  const file = join(folder, 'rates.csv')
  await writeFile(file, rates.join('\n'))
  test = await startTestApp({ TAX: file, OPEN_RESERVATIONS_MAX: '100' }, undefined, {
    background: false,
  })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
afterAll(async () => {
  disarmFailPoint()
  await closeWithBooks(test)
  await rm(folder, { recursive: true })
})

/** Documents of a purchase as the paper shows them: number, gross amount and tax. */
async function documentsOf(txId: string) {
  const rows = await findDocuments(test.services.db, await purchaseIdOf(test.services.db, txId))
  return rows.map((row) => ({
    number: documentNumber(row),
    country: row.country,
    gross: row.gross_minor,
    tax: row.tax_minor,
  }))
}

/** Documents without their numbers. */
async function figuresOf(txId: string) {
  return (await documentsOf(txId)).map(({ number, gross, tax }) => [number.slice(0, 1), gross, tax])
}

const hearProvider = async () => {
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
  await numberAll(test.services)
}

const refund = (txId: string, keepsKilograms = false, kg: number | null = null) =>
  refundPurchase(test.services, { txId, keepsKilograms, kg, record: async () => undefined })

const sequences = statement(
  'test-tax-sequences',
  { kind: 'text', year: 'int2', sequences: 'json' },
  `select kind, year, json_agg(sequence order by sequence) as sequences from tax_documents
   group by kind, year`,
)

async function expectNoGap(): Promise<void> {
  for (const row of await test.services.db.run(sequences)) {
    const found = row.sequences as readonly number[]
    expect(found).toEqual(found.map((_, index) => index + 1))
  }
}

describe('a purchase', () => {
  it('by card has a receipt with the tax of its country, posted on its day', async () => {
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(batch, 107)
    await numberAll(test.services)
    const [receipt] = await documentsOf(txId)
    expect(receipt).toMatchObject({ country: 'GB', gross: 214, tax: 36 })
    expect(receipt?.number).toMatch(/^R-20\d\d-\d{6}$/)
    expect(await balancesOf(test.services.db, txId)).toMatchObject({ sales: 178, 'tax:GB': 36 })
    const german = await new Person(test.url, `+49151${newPhone().slice(-8)}`).signIn()
    const inEuros = await german.buyByCard(batch, 100)
    await numberAll(test.services)
    const [euros] = await documentsOf(inEuros)
    expect(euros?.country).toBe('DE')
    expect(euros?.tax).toBe(Math.round(((euros?.gross ?? 0) * 19) / 119))
  })

  it('keeps the country of the number at the reservation', async () => {
    const buyer = await new Person(test.url, `+49151${newPhone().slice(-8)}`).signIn()
    const txId = await buyer.buyByCard(batch, 100)
    const phone = statement('test-move-number', {}, 'update passports set phone = $2 where id = $1')
    await test.services.db.run(phone, [buyer.id, newPhone()])
    await numberAll(test.services)
    expect((await documentsOf(txId)).map(({ country }) => country)).toEqual(['DE'])
  })

  it('of an earlier version is taxed in the country of the buyer’s number, else of the passport', async () => {
    const { db } = test.services
    const buyer = await new Person(test.url, `+49151${newPhone().slice(-8)}`).signIn()
    const txIds = [await buyer.buyByCard(batch, 100), await buyer.buyByCard(batch, 100)]
    const forget = statement(
      'test-forget-tax-country',
      {},
      'update purchases set tax_country = null where tx_id = any($1::text[])',
    )
    await db.run(forget, [txIds.slice(0, 1)])
    await numberAll(test.services)
    await db.run(forget, [txIds])
    const anonymise = statement(
      'test-forget-number',
      {},
      `update passports set phone = null, country = 'GB' where id = $1`,
    )
    const third = await buyer.buyByCard(batch, 100)
    await db.run(forget, [[third]])
    await db.run(anonymise, [buyer.id])
    await numberAll(test.services)
    const countries = await Promise.all([...txIds, third].map(documentsOf))
    expect(countries.flat().map(({ country }) => country)).toEqual(['DE', 'DE', 'GB'])
  })

  it('is taxed for what a card and funded wallets paid, without discounts', async () => {
    const buyer = await new Person(test.url).signIn()
    const discounted = await splitOrder(buyer, batch, 107)
    const first = (await buyer.reserve(discounted)).body.txId
    expect((await buyer.complete(first)).status).toBe(200)
    const partner = await newPartner(test.services, test.url)
    await partner.credit(buyer.phone, 3, 'EUR')
    const order = await splitOrder(buyer, batch, 100, partner.terminal.programmeId)
    expect(order.card_used).toBe(0)
    const funded = (await buyer.reserve(order)).body.txId
    expect((await buyer.complete(funded)).status).toBe(200)
    await numberAll(test.services)
    expect(await figuresOf(first)).toEqual([['R', 114, 19]])
    expect(await figuresOf(funded)).toEqual([['R', 200, 33]])
  })

  it('that discounts or a reward paid alone has no receipt number', async () => {
    const { me, token } = await newAchiever(test.url, batch)
    const discounted = await splitOrder(me, batch, 20)
    expect(discounted.card_used).toBe(0)
    const welcome = (await me.reserve(discounted)).body.txId
    expect((await me.complete(welcome)).status).toBe(200)
    await claim(me, token)
    const reward = (await me.reserve(rewardOrder(batch, token))).body.txId
    expect((await me.complete(reward)).status).toBe(200)
    await numberAll(test.services)
    for (const txId of [welcome, reward]) expect(await documentsOf(txId)).toEqual([])
    await refund(welcome)
    await numberAll(test.services)
    expect(await documentsOf(welcome)).toEqual([])
  })

  it('that is a gift is taxed as the giver’s, once', async () => {
    const giver = await new Person(test.url).signIn()
    const phone = `+49151${newPhone().slice(-8)}`
    const order = {
      ...cardOrder(batch, 107, await giver.cardToken()),
      is_gift: 1,
      telephone: phone,
    }
    const { txId } = (await giver.reserve(order)).body
    expect((await giver.complete(txId)).status).toBe(200)
    await new Person(test.url, phone).signIn()
    await numberAll(test.services)
    expect((await documentsOf(txId)).map(({ country, tax }) => [country, tax])).toEqual([
      ['GB', 36],
    ])
  })

  it('that is open or ended without a sale has none', async () => {
    const buyer = await new Person(test.url).signIn()
    const order = cardOrder(batch, 50, await buyer.cardToken())
    const { txId } = (await buyer.reserve(order)).body
    await numberAll(test.services)
    await buyer.cancel(txId)
    await numberAll(test.services)
    expect(await documentsOf(txId)).toEqual([])
  })
})

describe('money that goes back', () => {
  async function bought(): Promise<{ readonly txId: string; readonly id: string }> {
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(batch, 107)
    return { txId, id: await purchaseIdOf(test.services.db, txId) }
  }
  const receipt = ['R', 214, 36]

  it.each([false, true])('whole has one credit note, with kilograms kept: %s', async (keeps) => {
    const { txId } = await bought()
    await refund(txId, keeps)
    await numberAll(test.services)
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 214, 36]])
    const balances = await balancesOf(test.services.db, txId)
    expect(balances).not.toHaveProperty('tax:GB')
  })

  it('in parts has a credit note for each, which add up to the receipt', async () => {
    const { txId, id } = await bought()
    await refundAtProvider(test.services.db, id, 80)
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 80, 13]])
    await refundAtProvider(test.services.db, id, 1)
    await hearProvider()
    await refund(txId)
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 80, 13], ['C', 1, 1], ['C', 133, 22]])
  })

  it('in parts of one round shares the tax as in rounds of their own', async () => {
    const { txId } = await bought()
    for (const kg of [40, 37, 30]) await refund(txId, false, kg)
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 80, 13], ['C', 74, 13], ['C', 60, 10]])
  })

  it('in parts of kilograms has one for each, also in pages that end among its postings', async () => {
    const partner = await newPartner(test.services, test.url)
    const buyer = await new Person(test.url).signIn()
    await partner.credit(buyer.phone, 1, 'EUR')
    const { programmeId } = partner.terminal
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 107, programmeId))
    expect((await buyer.complete(body.txId)).status).toBe(200)
    await numberAll(test.services)
    await refundAtProvider(test.services.db, await purchaseIdOf(test.services.db, body.txId), 5)
    await makePollDue(test.services.db, 'cards')
    await pollCardEvents(test.services)
    await refund(body.txId, false, 27)
    await refund(body.txId, false, 30)
    await refund(body.txId)
    await numberAll(test.services, 1)
    expect(await figuresOf(body.txId)).toEqual([
      ...[receipt, ['C', 5, 1]],
      // The 5 count for the first part, which is 54.
      ...[
        ['C', 49, 8],
        ['C', 60, 10],
        ['C', 100, 17],
      ],
    ])
  })

  it('keeps its credit note when the refund fails, and has no second one', async () => {
    const { txId, id } = await bought()
    await refund(txId)
    await numberAll(test.services)
    await endRefundAtProvider(test.services.db, id, 'failed')
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 214, 36]])
    await refund(txId)
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt, ['C', 214, 36]])
  })

  it('by a lost dispute has one, also after a bank reinstated it and took it again', async () => {
    const { txId, id } = await bought()
    await disputeAtProvider(test.services.db, id, 'open')
    await hearProvider()
    expect(await figuresOf(txId)).toEqual([receipt])
    for (const outcome of ['lost', 'won', 'lost'] as const) {
      await disputeAtProvider(test.services.db, id, outcome)
      await hearProvider()
      expect(await figuresOf(txId)).toEqual([receipt, ['C', 214, 36]])
    }
  })

  it('with wallets credits what the receipt has, and no discount', async () => {
    const buyer = await new Person(test.url).signIn()
    const { txId } = (await buyer.reserve(await splitOrder(buyer, batch, 107))).body
    expect((await buyer.complete(txId)).status).toBe(200)
    await refund(txId)
    await numberAll(test.services)
    expect(await figuresOf(txId)).toEqual([
      ['R', 114, 19],
      ['C', 114, 19],
    ])
    const partner = await newPartner(test.services, test.url)
    await partner.credit(buyer.phone, 1, 'GBP')
    const order = await splitOrder(buyer, batch, 107, partner.terminal.programmeId)
    const funded = (await buyer.reserve(order)).body.txId
    expect((await buyer.complete(funded)).status).toBe(200)
    await refundAtProvider(test.services.db, await purchaseIdOf(test.services.db, funded), 40)
    await hearProvider()
    await refund(funded)
    await numberAll(test.services)
    expect(await figuresOf(funded)).toEqual([receipt, ['C', 40, 7], ['C', 174, 29]])
  })
})

describe('numbers', () => {
  it('wait for a transaction that may still post below them', async () => {
    const buyer = await new Person(test.url).signIn()
    await numberAll(test.services)
    const running = await holdLock(
      test,
      `insert into money_postings (currency, source, destination, amount_minor)
       values ('GBP', 'fx', 'rounding', 1)`,
    )
    let txId: string
    try {
      txId = await buyer.buyByCard(batch, 50)
      for (let round = 0; round < 5; round += 1) {
        await numberDocuments(test.services.db, test.services.settings.tax)
      }
      expect(await documentsOf(txId)).toEqual([])
    } finally {
      await running.release()
    }
    await numberAll(test.services)
    expect(await documentsOf(txId)).toHaveLength(1)
  })

  it('follow the ledger, in pages and in rounds at once, without a gap', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => new Person(test.url).signIn()))
    const txIds = await Promise.all(
      buyers.flatMap((buyer) => [30, 40, 50].map((kg) => buyer.buyByCard(batch, kg))),
    )
    await Promise.all(Array.from({ length: 4 }, () => numberAll(test.services, 5)))
    await expectNoGap()
    const order = statement(
      'test-tax-order',
      { purchase_id: 'uuid' },
      `select d.purchase_id from tax_documents d join money_postings m
         on m.purchase_id = d.purchase_id and m.destination = 'sales' and m.source = 'card_clearing'
       where d.kind = 'receipt' order by m.id`,
    )
    const byNumber = statement(
      'test-tax-by-number',
      { purchase_id: 'uuid' },
      `select purchase_id from tax_documents d where kind = 'receipt' and exists (select from
         money_postings m where m.purchase_id = d.purchase_id and m.source = 'card_clearing'
         and m.destination = 'sales') order by year, sequence`,
    )
    const { db } = test.services
    expect(await db.run(byNumber)).toEqual(await db.run(order))
    for (const txId of txIds) expect(await documentsOf(txId)).toHaveLength(1)
  })

  it('are given once, without a gap, wherever a round stops', async () => {
    const { db, settings } = test.services
    const buyer = await new Person(test.url).signIn()
    const round = () => numberDocuments(db, settings.tax)
    await numberAll(test.services)
    await buyer.buyByCard(batch, 50)
    const seen = await recordSteps(round)
    await waitForNumbers(db)
    const points = [...new Set(pointsOf([...seen, ...(await recordSteps(round))]))]
    expect(points.length).toBeGreaterThan(8)
    for (const point of points) {
      const txId = await buyer.buyByCard(batch, 31)
      armFailPoint(`${point}:throw`)
      await numberAll(test.services).catch(() => undefined)
      expect([point, disarmFailPoint()]).toEqual([point, false])
      await numberAll(test.services)
      expect([point, await figuresOf(txId)]).toEqual([point, [['R', 62, 10]]])
      await expectNoGap()
    }
  })

  it('never change', async () => {
    for (const sql of [
      'update tax_documents set tax_minor = 0',
      'delete from tax_documents',
      'truncate tax_documents',
    ]) {
      const change = statement(`test-${sql.slice(0, 6)}-documents`, {}, sql)
      await expect(test.services.db.run(change)).rejects.toThrow('insert-only')
    }
  })
})
