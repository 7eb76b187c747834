// Loads this site's public log in the browser. A restored database has a new log, so a certificate may
// belong to a previous log. The name in a log's key identifies it.

import type { PublishedLog } from './check-certificate.ts'
import type { Bytes } from './merkle-check.ts'

/** Maximum number of previous logs that are searched. */
const closedLogsMax = 20

/** Returns the log with that origin, otherwise the current log, whose key then verifies no signature. */
export async function findLog(origin: string): Promise<PublishedLog> {
  const current = await openLog('/log')
  if (nameOf(current.key) === origin) return current
  for (let number = 1; number <= closedLogsMax; number += 1) {
    const closed = await openLog(`/log/${number}`).catch(() => null)
    if (closed === null) break
    if (nameOf(closed.key) === origin) return closed
  }
  return current
}

const nameOf = (key: string) => key.slice(0, Math.max(0, key.indexOf('+')))

async function openLog(address: string): Promise<PublishedLog> {
  const [key, checkpoint] = await Promise.all([
    read(`${address}/key`).then((answer) => answer.text()),
    read(`${address}/checkpoint`)
      .then((answer) => answer.text())
      .catch(() => null),
  ])
  const readTile = async (name: string): Promise<Bytes> =>
    new Uint8Array(await (await read(`${address}/tile/${name}`)).arrayBuffer())
  return { key: key.trim(), checkpoint, readTile }
}

async function read(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  return answer
}
