// Measures whether the app's memory grows during the load of row 1. BENCH_SOAK_SECONDS sets the
// duration (default a minute; the goal is for an hour).
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, spreadOf } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, walletOrder } from '#benchmarks/shop.ts'

const soakSeconds = Number(process.env.BENCH_SOAK_SECONDS ?? 60)
const clients = 128
const readings = 30
const mostMiB = 300
/** The greatest ratio of the last third to the previous one that counts as flat. */
const flat = 1.05

export async function measureSoak(): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const people = await shop.signIn(clients)
    const order = walletOrder(await shop.issueBatch(plentyKg), 1)
    const read: number[] = []
    const reading = (async () => {
      for (let count = 0; count < readings; count += 1) {
        await sleep((soakSeconds * 1_000) / readings)
        read.push(await shop.memoryMiB())
      }
    })()
    const load = runClients(
      people.map((person) => () => person.buy(order)),
      soakSeconds,
    )
    const [{ perSecond }] = await Promise.all([load, reading])
    const buys = Math.round(perSecond * soakSeconds)
    const common = { unit: 'MiB', p99Ms: null, also: { seconds: soakSeconds, buys } } as const
    return [
      { ...common, ...mostOf(read) },
      { ...common, ...growthOf(read) },
    ]
  } finally {
    await shop.close()
  }
}

type Figures = Omit<Finding, 'unit' | 'p99Ms' | 'also'>

function mostOf(read: readonly number[]): Figures {
  const ratio = spreadOf(read.map((each) => each / mostMiB))
  return {
    row: '15',
    measure: 'memory of the app under the load of row 1',
    rival: `${mostMiB} MiB`,
    goal: '<= 1, the greatest too',
    ratio,
    ours: spreadOf(read),
    theirs: spreadOf([mostMiB]),
    reached: ratio.greatest <= 1,
  }
}

function growthOf(read: readonly number[]): Figures {
  const third = Math.floor(read.length / 3)
  const before = spreadOf(read.slice(-2 * third, -third))
  const last = read.slice(-third)
  const ratio = spreadOf(last.map((each) => each / before.median))
  return {
    row: '15b',
    measure: 'the same in the last third of the time',
    rival: 'the third before it',
    goal: `<= ${flat}`,
    ratio,
    ours: spreadOf(last),
    theirs: before,
    reached: ratio.median <= flat,
  }
}
