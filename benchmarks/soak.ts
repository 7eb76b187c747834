// Measures the app's memory, and whether it grows, during the load of row 1. BENCH_SOAK_SECONDS sets the
// duration (default a minute; the goal is for an hour).
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, spreadOf } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, walletOrder } from '#benchmarks/shop.ts'

const soakSeconds = Number(process.env.BENCH_SOAK_SECONDS ?? 60)
const clients = 128
const readings = 30
const memoryMaxMiB = 300
/** Maximum ratio of the memory in the last third of the time to that in the previous third. */
const growthRatioMax = 1.05

export async function measureSoak(): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const people = await shop.signIn(clients)
    const order = walletOrder(await shop.issueBatch(plentyKg), 1)
    const memoryReadings: number[] = []
    const readMemory = (async () => {
      for (let count = 0; count < readings; count += 1) {
        await sleep((soakSeconds * 1_000) / readings)
        memoryReadings.push(await shop.memoryMiB())
      }
    })()
    const load = runClients(
      people.map((person) => () => person.buy(order)),
      soakSeconds,
    )
    const [{ perSecond }] = await Promise.all([load, readMemory])
    const buys = Math.round(perSecond * soakSeconds)
    const common = { unit: 'MiB', p99Ms: null, also: { seconds: soakSeconds, buys } } as const
    return [
      { ...common, ...memoryFigures(memoryReadings) },
      { ...common, ...growthFigures(memoryReadings) },
    ]
  } finally {
    await shop.close()
  }
}

type Figures = Omit<Finding, 'unit' | 'p99Ms' | 'also'>

function memoryFigures(memoryReadings: readonly number[]): Figures {
  const ratio = spreadOf(memoryReadings.map((each) => each / memoryMaxMiB))
  return {
    row: '15',
    measure: 'memory of the app under the load of row 1',
    rival: `${memoryMaxMiB} MiB`,
    goal: '<= 1, the greatest too',
    ratio,
    ours: spreadOf(memoryReadings),
    theirs: spreadOf([memoryMaxMiB]),
    reached: ratio.greatest <= 1,
  }
}

function growthFigures(memoryReadings: readonly number[]): Figures {
  const thirdLength = Math.floor(memoryReadings.length / 3)
  const previousThird = spreadOf(memoryReadings.slice(-2 * thirdLength, -thirdLength))
  const lastThird = memoryReadings.slice(-thirdLength)
  const ratio = spreadOf(lastThird.map((each) => each / previousThird.median))
  return {
    row: '15b',
    measure: 'the same in the last third of the time',
    rival: 'the third before it',
    goal: `<= ${growthRatioMax}`,
    ratio,
    ours: spreadOf(lastThird),
    theirs: previousThird,
    reached: ratio.median <= growthRatioMax,
  }
}
