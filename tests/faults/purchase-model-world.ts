// Runs the real product and the oracle with the same people, batches and purchases, and compares
// all their results.
import { expect } from 'vitest'
import type { ModelBatch, ModelPerson, ModelPurchase, Rate } from '#tests/faults/purchase-model.ts'
import { PurchaseModel } from '#tests/faults/purchase-model.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import type { Random } from '#tests/support/random.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

/** The wire's fields of a purchase of the model. */
export type RealPurchase = {
  readonly order: Record<string, unknown>
  readonly key: string
  txId: string
  bankSecret: string
}

export type World = {
  readonly model: PurchaseModel
  readonly person: Map<ModelPerson, Person>
  readonly batch: Map<ModelBatch, IssuedBatch>
  readonly purchase: Map<ModelPurchase, RealPurchase>
  /** Numbers without a passport, for gifts. */
  readonly strangers: string[]
}

const stocks = statement(
  'model-stocks',
  { batch_id: 'uuid', available_kg: 'int8', held_kg: 'int8', sold_kg: 'int8' },
  `select batch_id, available_kg, issued_kg - available_kg - sold_kg as held_kg, sold_kg
   from batch_stock join batch_places using (batch_id) where batch_id = any($1)`,
)
const walletsOf = statement(
  'model-wallets',
  { programme_id: 'text', currency: 'bpchar', balance_minor: 'int8', held_minor: 'int8' },
  `select programme_id, currency, balance_minor, held_minor from wallets
   where passport_id = $1`,
)
const statesOf = statement(
  'model-states',
  { tx_id: 'text', state: 'text', card_state: 'text' },
  'select tx_id, state, card_state from purchases',
)
const newestOf = statement(
  'model-newest',
  { tx_id: 'text' },
  'select tx_id from purchases where buyer_id = $1 order by id desc limit 1',
)

const diallingCodes = { GBP: '+44', EUR: '+31', USD: '+1', TRY: '+90' } as const
const currencies = ['GBP', 'EUR', 'USD', 'TRY'] as const

export async function openWorld(test: TestApp, random: Random): Promise<World> {
  const { db } = test.services
  const rates = new Map<string, Rate>()
  const model = new PurchaseModel((from, to) => {
    const rate = from === to ? { up: 1n, down: 1n } : rates.get(`${from} ${to}`)
    if (rate === undefined) throw new Error(`no rate from ${from} to ${to}`)
    return rate
  })
  const world: World = {
    model,
    person: new Map(),
    batch: new Map(),
    purchase: new Map(),
    strangers: [newPhone(), newPhone(), newPhone()],
  }
  for (const currency of currencies) await addPerson(test, world, currency, random)
  const [first] = world.person.values()
  if (first === undefined) throw new Error('nobody is there')
  for (const from of currencies) {
    for (const to of currencies) {
      if (from === to) continue
      const { body } = await first.get(`/api/tokens/transaction/fx/latest?from=${from}&to=${to}`)
      rates.set(`${from} ${to}`, exactRate(body.rate))
    }
  }
  for (const currency of ['GBP', 'EUR', 'USD'] as const) {
    const [available, priceMicros] = [random.between(200, 900), random.between(18_000, 61_000)]
    const issued = await issueTestBatch(db, { kg: available, priceMicros, currency })
    const batch = { currency, priceMicros, available, held: 0, sold: 0 }
    model.batches.push(batch)
    world.batch.set(batch, issued)
  }
  return world
}

/** A rate has 10 significant digits, so that a number of the wire holds it whole. */
function exactRate(rate: number): Rate {
  const [digits = '', exponent = '0'] = rate.toExponential(9).split('e')
  const up = BigInt(digits.replace('.', ''))
  const power = Number(exponent) - 9
  return power >= 0
    ? { up: up * 10n ** BigInt(power), down: 1n }
    : { up, down: 10n ** BigInt(-power) }
}

async function addPerson(
  test: TestApp,
  world: World,
  currency: (typeof currencies)[number],
  random: Random,
): Promise<void> {
  const phone = `${diallingCodes[currency]}${newPhone().slice(3)}`
  const real = await new Person(test.url, phone).signIn()
  const balance = currency === 'TRY' ? 6_000 : 100
  const wallets = [{ programmeId: 'welcome', currency, balance, held: 0 }]
  for (const programmeId of ['first-bank', 'second-bank']) {
    const foreign = random.pick(currencies)
    const amountMinor = random.between(50, foreign === 'TRY' ? 9_000 : 900)
    const { db } = test.services
    await creditTestWallet(db, { passportId: real.id, currency: foreign, amountMinor, programmeId })
    wallets.push({ programmeId, currency: foreign, balance: amountMinor, held: 0 })
  }
  const person = { phone, currency, wallets, kg: 0, declined: 0 }
  world.model.people.push(person)
  world.person.set(person, real)
}

/** The id of a purchase whose answer never came. */
export async function newestTxId(test: TestApp, buyer: Person): Promise<string> {
  const [row] = await test.services.db.run(newestOf, [buyer.id])
  if (row === undefined) throw new Error('nothing was reserved')
  return row.tx_id
}

/** Compares all values of the oracle with the database. */
export async function compare(test: TestApp, world: World): Promise<void> {
  const { db } = test.services
  const ids = [...world.batch.values()].map(({ id }) => id)
  const stock = new Map((await db.run(stocks, [ids])).map((row) => [row.batch_id, row]))
  for (const [batch, { id }] of world.batch) {
    expect(stock.get(id)).toMatchObject({
      available_kg: batch.available,
      held_kg: batch.held,
      sold_kg: batch.sold,
    })
  }
  for (const [person, real] of world.person) {
    const rows = await db.run(walletsOf, [real.id])
    const found = rows.map((row) => [
      row.programme_id,
      row.currency,
      row.balance_minor,
      row.held_minor,
    ])
    const expected = person.wallets.map((wallet) => [
      wallet.programmeId,
      wallet.currency,
      wallet.balance,
      wallet.held,
    ])
    expect(found.sort()).toEqual(expected.sort())
    expect((await real.get('/passport/me')).body.total_offsets).toBe(person.kg)
  }
  const states = new Map((await db.run(statesOf)).map((row) => [row.tx_id, row]))
  expect(states.size).toBe(world.purchase.size)
  for (const [purchase, { txId }] of world.purchase) {
    const row = states.get(txId)
    const shown = row?.state === 'READY' && row.card_state === 'ACTION' ? 'ACTION' : row?.state
    expect([txId, shown]).toEqual([txId, purchase.state])
  }
}
