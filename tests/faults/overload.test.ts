// More people than the machine can serve: those who are served are served as fast and nearly as many as
// before, the others hear at once that it is busy, and memory stays. It measures the machine, so it runs
// alone and long only: FAULT_OVERLOAD sets the seconds of each load (npm run faults).
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { newPhone, Person, type TestBatch } from '#tests/support/person.ts'
import { randomFrom } from '#tests/support/random.ts'

const seconds = Number(process.env.FAULT_OVERLOAD ?? 0)
const seed = Number(process.env.FAULT_SEED ?? 1)
/** People at once, of which the busiest good hour is made. */
const crowds = [16, 32, 64]
const memoryMaxMiB = 300
const slowSockets = 500

type Load = {
  readonly good: number
  readonly busy: number
  readonly p99Ms: number
  readonly memoryMiB: number
}

describe.runIf(seconds > 0)('more people than the machine can serve', () => {
  let shop: Shop
  let shoppers: readonly Shopper[]
  let batches: readonly TestBatch[]
  let peak: { readonly people: number; readonly load: Load }
  beforeAll(async () => {
    shop = await openShop({ OPEN_RESERVATIONS_MAX: '1000' })
    batches = await Promise.all(Array.from({ length: 6 }, () => shop.issueBatch(100_000_000)))
    shoppers = await shop.signIn(10 * (crowds.at(-1) ?? 0))
  }, 600_000)
  afterAll(() => shop.close(), 120_000)

  /** Everybody does one thing after another: reads half the time, buys, previews, signs in. */
  async function press(people: number): Promise<Load> {
    const random = randomFrom(seed)
    const begin = performance.now() + 1_000
    const end = begin + seconds * 1_000
    const timesMs: number[] = []
    let busy = 0
    const ask = async (call: () => Promise<{ status: number; body: unknown }>) => {
      const started = performance.now()
      const answer = await call()
      const ms = performance.now() - started
      if (started < begin || started + ms > end) return answer
      if (answer.status === 503) busy += 1
      else if (answer.status < 300) timesMs.push(ms)
      else throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer
    }
    await Promise.all(
      shoppers.slice(0, people).map(async (shopper) => {
        while (performance.now() < end) await act(shopper, random.next(), random.pick(batches), ask)
      }),
    )
    timesMs.sort((a, b) => a - b)
    return {
      good: timesMs.length / seconds,
      busy: busy / seconds,
      p99Ms: timesMs[Math.floor(timesMs.length * 0.99)] ?? 0,
      memoryMiB: await shop.memoryMiB(),
    }
  }

  it('is measured first without pressure', async () => {
    for (const people of crowds) {
      const load = await press(people)
      console.log(people, load)
      if (load.good > (peak?.load.good ?? 0)) peak = { people, load }
    }
    expect(peak.load.busy).toBe(0)
  }, 600_000)

  it.each([
    [3, 0.8],
    [10, 0.5],
  ])(
    '%i times as many leave at least %f of the good answers',
    async (times, share) => {
      const load = await press(peak.people * times)
      console.log(peak.people * times, load)
      expect(load.good).toBeGreaterThan(peak.load.good * share)
      expect(load.p99Ms).toBeLessThan(2_000)
      expect(load.memoryMiB).toBeLessThan(memoryMaxMiB)
    },
    600_000,
  )

  it(`${slowSockets} that never end their headers are sent away, and nobody else notices`, async () => {
    const { port } = shop
    const closed = Array.from({ length: slowSockets }, () => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
      const drip = setInterval(() => socket.write('a'), 1_000)
      return new Promise<number>((resolve) => {
        const begin = performance.now()
        socket.on('error', () => undefined)
        socket.on('data', () => undefined)
        socket.on('close', () => {
          clearInterval(drip)
          resolve(performance.now() - begin)
        })
      })
    })
    const load = await press(16)
    console.log('slow sockets', load)
    expect(load.busy).toBe(0)
    expect(Math.max(...(await Promise.all(closed)))).toBeLessThan(45_000)
    expect(await shop.memoryMiB()).toBeLessThan(memoryMaxMiB)
  }, 120_000)
})

type Ask = (
  call: () => Promise<{ status: number; body: unknown }>,
) => Promise<{ status: number; body: unknown }>

async function act(shopper: Shopper, choice: number, batch: TestBatch, ask: Ask): Promise<void> {
  if (choice < 0.3) return void (await ask(() => shopper.get('/api/wallet/me')))
  if (choice < 0.5) return void (await ask(() => shopper.get('/passport/me')))
  if (choice < 0.6)
    return void (await ask(() => shopper.get('/api/tokens/transaction/me?tokens=none&limit=5')))
  if (choice < 0.65) {
    const { url } = shopper.person
    const phone = newPhone()
    return void (await ask(() => new Person(url, phone).post('/api/auth/request-otp', { phone })))
  }
  const { status, body } = await ask(() =>
    shopper.signed('/api/tokens/getPin', walletOrder(batch, 1)),
  )
  if (status !== 200 || typeof body !== 'string') return
  const { txId } = JSON.parse(body)
  await ask(() => shopper.signed('/api/tokens/validatePin', { txId }))
}
