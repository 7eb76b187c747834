// Compares complete orders of the product (getPin and validatePin) with Vendure's, from cart to
// confirmed, on the same PostgreSQL. Both reserve stock of one article, and at the end both must
// hold as many orders as were counted.
import pg from 'pg'
import { z } from 'zod'
import { compare, type Finding, p99Of, type Rate } from '#benchmarks/compare.ts'
import { openConnection, requestText } from '#benchmarks/connection.ts'
import type { Work } from '#benchmarks/load.ts'
import { createRivalDatabase, openRival } from '#benchmarks/rivals.ts'
import { openShop, plentyKg, type Shop, walletOrder } from '#benchmarks/shop.ts'
import { sqlState } from '#features/purchases/states/state-sql.ts'
import { statement } from '#platform/database/statement.ts'

const clients = 32
/** Runs before the count, for both, so that the code is compiled. */
const warmUpSeconds = 5
const rivalFolder = 'benchmarks/rivals/vendure'
/** As in Vendure's documentation for production; it would also report usage to its makers. */
const rivalSettings = { NODE_ENV: 'production', VENDURE_DISABLE_TELEMETRY: 'true' }

const countOurs = statement(
  'bench-count-completed',
  { orders: 'int8' },
  `select count(*) as orders from purchases where state = ${sqlState('COMPLETED')}`,
)
const countTheirs = `select
  (select count(*)::int from "order" where state = 'PaymentSettled') as orders,
  (select count(*)::int from payment where state = 'Settled') as paid,
  (select sum(quantity)::int from stock_movement where type = 'ALLOCATION') as reserved,
  (select sum("stockAllocated")::int from stock_level) as level`

const onSaleReply = z.object({
  port: z.int(),
  variantId: z.string(),
  deliveryId: z.string(),
  payment: z.string(),
})
type OnSale = z.infer<typeof onSaleReply>

/** All steps in one request: a storefront needs at least as many. */
const orderMutation = `
  fragment Refusal on ErrorResult { errorCode message }
  mutation Order(
    $variantId: ID!
    $customer: CreateCustomerInput!
    $address: CreateAddressInput!
    $deliveryId: ID!
    $payment: PaymentInput!
  ) {
    addItemToOrder(productVariantId: $variantId, quantity: 1) { ...Refusal }
    setCustomerForOrder(input: $customer) { ...Refusal }
    setOrderShippingAddress(input: $address) { ...Refusal }
    setOrderShippingMethod(shippingMethodId: [$deliveryId]) { ...Refusal }
    transitionOrderToState(state: "ArrangingPayment") { ...Refusal }
    addPaymentToOrder(input: $payment) { ...Refusal ... on Order { state } }
  }`
const confirmed = '"addPaymentToOrder":{"state":"PaymentSettled"}'

/** Completed orders, those of the warm-up included. */
type Counted = { readonly works: readonly Work[]; done: number }

export async function measureOrders(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const databaseUrl = await createRivalDatabase(shop.superuserUrl, 'vendure')
    const vendure = await openVendure(databaseUrl)
    try {
      const ours = await openOurs(shop)
      await runWhole(ours.works, warmUpSeconds)
      await runWhole(vendure.works, warmUpSeconds)
      const finding = await compare(
        {
          row: '18',
          measure: `whole orders, ${clients} clients`,
          rival: 'Vendure, whole order from cart to confirmed',
          goal: 20,
          measureOurs: () => runWhole(ours.works, seconds),
          measureRival: () => runWhole(vendure.works, seconds),
        },
        rounds,
      )
      await checkOurs(shop, ours)
      const level = await checkTheirs(databaseUrl, vendure)
      const also = { 'orders there': vendure.done, 'of them in its stock level': level }
      return [{ ...finding, also }]
    } finally {
      await vendure.close()
    }
  } finally {
    await shop.close()
  }
}

/**
 * New orders stop after this many seconds, and started ones finish. Orders that take seconds run in
 * step, so a fixed end would count a whole round of them, or none.
 */
async function runWhole(works: readonly Work[], seconds: number): Promise<Rate> {
  const began = performance.now()
  const timesMs: number[] = []
  await Promise.all(
    works.map(async (work) => {
      for (let now = began; now < began + seconds * 1_000; now = performance.now()) {
        const started = performance.now()
        await work()
        timesMs.push(performance.now() - started)
      }
    }),
  )
  const elapsedSeconds = (performance.now() - began) / 1_000
  return { perSecond: timesMs.length / elapsedSeconds, p99Ms: p99Of(timesMs) }
}

function counted(works: readonly Work[]): Counted {
  const all = {
    done: 0,
    works: works.map((work) => async () => {
      await work()
      all.done += 1
    }),
  }
  return all
}

async function openOurs(shop: Shop): Promise<Counted> {
  const people = await shop.signIn(clients)
  const order = walletOrder(await shop.issueBatch(plentyKg), 1)
  return counted(people.map((person) => () => person.buy(order)))
}

async function openVendure(databaseUrl: string) {
  const rival = await openRival('vendure-server.mjs', [databaseUrl], {
    folder: rivalFolder,
    env: rivalSettings,
  })
  const onSale = onSaleReply.parse(await rival.ask({}))
  const connections = await Promise.all(
    Array.from({ length: clients }, () => openConnection(onSale.port)),
  )
  const works = connections.map(async (connection, index) => {
    const token = await openSession(onSale.port)
    const body = JSON.stringify({ query: orderMutation, variables: variablesOf(onSale, index) })
    const request = requestText('POST', '/shop-api', [`Authorization: Bearer ${token}`], body)
    return async () => {
      const { status, body } = await connection.send(request)
      if (status !== 200 || !body.includes(confirmed)) {
        throw new Error(`Vendure confirmed no order: ${status} ${body}`)
      }
    }
  })
  return Object.assign(counted(await Promise.all(works)), {
    async close() {
      for (const connection of connections) connection.close()
      await rival.close()
    },
  })
}

/**
 * A guest who bought before, as the product's buyers did, with all fields that a storefront sends.
 */
function variablesOf({ variantId, deliveryId, payment }: OnSale, index: number) {
  return {
    variantId,
    customer: { firstName: 'Ada', lastName: 'Byron', emailAddress: `ada${index}@shop.example` },
    address: {
      fullName: 'Ada Byron',
      streetLine1: '12 St James Square',
      city: 'London',
      postalCode: 'SW1Y 4JH',
      countryCode: 'GB',
    },
    deliveryId,
    payment: { method: payment, metadata: {} },
  }
}

/** A visitor's session: a first call opens one, and the answer names it in a header. */
async function openSession(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ activeOrder { id } }' }),
  })
  const token = answer.headers.get('vendure-auth-token')
  if (token === null) throw new Error(`Vendure opened no session: ${answer.status}`)
  return token
}

async function checkOurs(shop: Shop, { done }: Counted): Promise<void> {
  const [found] = await shop.db.run(countOurs, [])
  if (Number(found?.orders) !== done) {
    throw new Error(`${done} purchases were counted, and there are ${found?.orders}`)
  }
}

/**
 * Returns the number of reservations in Vendure's stock level. It may be too small, since Vendure reads, adds
 * and writes the level without a lock.
 */
async function checkTheirs(databaseUrl: string, { done }: Counted): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(countTheirs)
  await client.end()
  const { orders, paid, reserved, level } = rows[0]
  if (orders !== done || paid !== done || reserved !== done) {
    throw new Error(`${done} orders were counted at Vendure: ${JSON.stringify(rows[0])}`)
  }
  return level
}
