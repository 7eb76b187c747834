// Compares reads with answers of the same server that need no database, and with Node's bare HTTP
// server. Each read looks up the session in the database, so that a revoked session is refused
// immediately.
import { createServer } from 'node:http'
import { type Claim, compareAll, type Finding } from '#benchmarks/compare.ts'
import { openConnection, requestText } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, type Shopper } from '#benchmarks/shop.ts'

const clients = 64

export async function measureReads(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop({ DEMO_CATALOGUE: '1' })
  const people = await shop.signIn(clients)
  const catalogue = await people[0]?.get('/api/projects/')
  if (catalogue?.status !== 200) throw new Error('there is no catalogue to read')
  const bareServer = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(catalogue.body)
  })
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
  const address = bareServer.address()
  const barePort = typeof address === 'object' && address !== null ? address.port : 0
  const bareConnections = await Promise.all(
    Array.from({ length: clients }, () => openConnection(barePort)),
  )
  const bareRequest = requestText('GET', '/', [])
  try {
    const claims: Claim[] = [
      {
        row: '5',
        measure: 'GET /api/auth/me, session looked up each time',
        rival: 'GET /health/live of the same server',
        goal: 0.6,
        measureOurs: () => measureReadsOf(people, '/api/auth/me', seconds),
        measureRival: () => measureReadsOf(people, '/health/live', seconds),
      },
      {
        row: '10',
        measure: 'GET /api/projects/, session looked up each time',
        rival: 'bare node:http with the same bytes',
        goal: 0.45,
        measureOurs: () => measureReadsOf(people, '/api/projects/', seconds),
        measureRival: () =>
          runClients(
            bareConnections.map((connection) => async () => {
              await connection.send(bareRequest)
            }),
            seconds,
          ),
      },
    ]
    return await compareAll(claims, rounds)
  } finally {
    for (const connection of bareConnections) connection.close()
    bareServer.close()
    await shop.close()
  }
}

function measureReadsOf(people: readonly Shopper[], path: string, seconds: number) {
  return runClients(
    people.map((person) => async () => {
      const { status } = await person.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }),
    seconds,
  )
}
