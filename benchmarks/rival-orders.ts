// Compares complete orders of the product (getPin and validatePin) with orders of Vendure from cart to
// confirmation, on the same PostgreSQL. Both reserve stock of one article. At the end, both databases
// must contain as many orders as were counted.
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
/** Duration of the load before the counted runs, in which the code of both sides is compiled. */
const warmUpSeconds = 5
const rivalFolder = 'benchmarks/rivals/vendure'
/** Settings of Vendure's documentation for production, without reports of its usage to its makers. */
const rivalSettings = { NODE_ENV: 'production', VENDURE_DISABLE_TELEMETRY: 'true' }

const countOurOrders = statement(
  'bench-count-completed',
  { orders: 'int8' },
  `select count(*) as orders from purchases where state = ${sqlState('COMPLETED')}`,
)
const countVendureOrders = `select
  (select count(*)::int from "order" where state = 'PaymentSettled') as orders,
  (select count(*)::int from payment where state = 'Settled') as paid,
  (select sum(quantity)::int from stock_movement where type = 'ALLOCATION') as reserved,
  (select sum("stockAllocated")::int from stock_level) as level`

const catalogueReply = z.object({
  port: z.int(),
  variantId: z.string(),
  deliveryId: z.string(),
  payment: z.string(),
})
type VendureCatalogue = z.infer<typeof catalogueReply>

/** Sends all steps of an order in one request, which is faster than a real storefront. */
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
const confirmedState = '"addPaymentToOrder":{"state":"PaymentSettled"}'

/** Work of the clients; `done` counts completed orders, those of the warm-up included. */
type CountedWork = { readonly works: readonly Work[]; done: number }

export async function measureOrders(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const databaseUrl = await createRivalDatabase(shop.superuserUrl, 'vendure')
    const vendure = await openVendure(databaseUrl)
    try {
      const ours = await openOurBuyers(shop)
      await runUntilFinished(ours.works, warmUpSeconds)
      await runUntilFinished(vendure.works, warmUpSeconds)
      const finding = await compare(
        {
          row: '18',
          measure: `whole orders, ${clients} clients`,
          rival: 'Vendure, whole order from cart to confirmed',
          goal: 20,
          measureOurs: () => runUntilFinished(ours.works, seconds),
          measureRival: () => runUntilFinished(vendure.works, seconds),
        },
        rounds,
      )
      await checkOurOrders(shop, ours)
      const level = await checkVendureOrders(databaseUrl, vendure)
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
 * Starts orders for this number of seconds, and waits until all have finished. Orders that take seconds
 * end almost together, so a count at a fixed end would include a whole round of them, or none.
 */
async function runUntilFinished(works: readonly Work[], seconds: number): Promise<Rate> {
  const beganAt = performance.now()
  const timesMs: number[] = []
  await Promise.all(
    works.map(async (work) => {
      for (let now = beganAt; now < beganAt + seconds * 1_000; now = performance.now()) {
        const startedAt = performance.now()
        await work()
        timesMs.push(performance.now() - startedAt)
      }
    }),
  )
  const elapsedSeconds = (performance.now() - beganAt) / 1_000
  return { perSecond: timesMs.length / elapsedSeconds, p99Ms: p99Of(timesMs) }
}

function countWork(works: readonly Work[]): CountedWork {
  const countedWork = {
    done: 0,
    works: works.map((work) => async () => {
      await work()
      countedWork.done += 1
    }),
  }
  return countedWork
}

async function openOurBuyers(shop: Shop): Promise<CountedWork> {
  const people = await shop.signIn(clients)
  const order = walletOrder(await shop.issueBatch(plentyKg), 1)
  return countWork(people.map((person) => () => person.buy(order)))
}

async function openVendure(databaseUrl: string) {
  const rival = await openRival('vendure-server.mjs', [databaseUrl], {
    folder: rivalFolder,
    env: rivalSettings,
  })
  const catalogue = catalogueReply.parse(await rival.ask({}))
  const connections = await Promise.all(
    Array.from({ length: clients }, () => openConnection(catalogue.port)),
  )
  const works = connections.map(async (connection, index) => {
    const token = await openSession(catalogue.port)
    const body = JSON.stringify({ query: orderMutation, variables: variablesOf(catalogue, index) })
    const request = requestText('POST', '/shop-api', [`Authorization: Bearer ${token}`], body)
    return async () => {
      const { status, body } = await connection.send(request)
      if (status !== 200 || !body.includes(confirmedState)) {
        throw new Error(`Vendure confirmed no order: ${status} ${body}`)
      }
    }
  })
  return Object.assign(countWork(await Promise.all(works)), {
    async close() {
      for (const connection of connections) connection.close()
      await rival.close()
    },
  })
}

/** Returns a guest's order with all fields that a storefront sends. The same guest buys repeatedly. */
function variablesOf({ variantId, deliveryId, payment }: VendureCatalogue, index: number) {
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

/** Opens a visitor's session by a first call, and returns its token from the answer's header. */
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

async function checkOurOrders(shop: Shop, { done }: CountedWork): Promise<void> {
  const [found] = await shop.db.run(countOurOrders, [])
  if (Number(found?.orders) !== done) {
    throw new Error(`${done} purchases were counted, and there are ${found?.orders}`)
  }
}

/**
 * Throws if Vendure's database contains another number of orders. Returns its stock level of reservations,
 * which may be too small, because Vendure reads and writes it without a lock.
 */
async function checkVendureOrders(databaseUrl: string, { done }: CountedWork): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(countVendureOrders)
  await client.end()
  const { orders, paid, reserved, level } = rows[0]
  if (orders !== done || paid !== done || reserved !== done) {
    throw new Error(`${done} orders were counted at Vendure: ${JSON.stringify(rows[0])}`)
  }
  return level
}
