// Measures the waits of another caller, and the app's memory, while one address reads no answer. It has 200
// connections, and sends 12 requests at once on each. The limits are fixed.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, spreadOf } from '#benchmarks/compare.ts'
import { requestText } from '#benchmarks/connection.ts'
import { openShop, type Shopper } from '#benchmarks/shop.ts'

const connections = 200
const requestsPerConnection = 12
const waitMaxMs = 300
const memoryMaxMiB = 300
/** Reads of the other caller in a round, and the pause between two. */
const reads = 50
const pauseMs = 50

/** Public routes with large answers. */
const paths = ['/', '/api/openapi.json'] as const

export async function measureUnreadAnswers(_seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop({ DEMO_CATALOGUE: '1' })
  try {
    const [reader] = await shop.signIn(1)
    if (reader === undefined) throw new Error('nobody signed in')
    await slowestReadMs(reader)
    const findings: Finding[] = []
    const memoryReadings: number[] = []
    for (const path of paths) {
      const waits: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const sockets = await flood(shop.port, path)
        waits.push(await slowestReadMs(reader))
        memoryReadings.push(await shop.memoryMiB())
        for (const socket of sockets) socket.destroy()
        await sleep(1_000)
      }
      findings.push(
        limitFinding(`the slowest of ${reads} reads during unread ${path}`, 'ms', waits, waitMaxMs),
      )
    }
    findings.push(limitFinding('memory of the app meanwhile', 'MiB', memoryReadings, memoryMaxMiB))
    return findings
  } finally {
    await shop.close()
  }
}

/** Opens the connections, and sends all requests on each. */
function flood(port: number, path: string): Promise<readonly Socket[]> {
  const request = requestText('GET', path, ['Accept-Encoding: identity'])
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: '127.0.0.1', port })
      socket.pause()
      socket.on('error', () => undefined)
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(request.repeat(requestsPerConnection))
      return socket
    }),
  )
}

async function slowestReadMs(reader: Shopper): Promise<number> {
  let slowestMs = 0
  for (let read = 0; read < reads; read += 1) {
    const startedAt = performance.now()
    const { status } = await reader.get('/api/wallet/me')
    if (status !== 200) throw new Error(`the wallet answered ${status}`)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    await sleep(pauseMs)
  }
  return slowestMs
}

function limitFinding(
  measure: string,
  unit: Finding['unit'],
  figures: readonly number[],
  max: number,
): Finding {
  const ratio = spreadOf(figures.map((each) => each / max))
  return {
    row: '23',
    measure,
    rival: `${max} ${unit}`,
    goal: '<= 1, the greatest too',
    ratio,
    unit,
    ours: spreadOf(figures),
    theirs: spreadOf([max]),
    p99Ms: null,
    reached: ratio.greatest <= 1,
  }
}
