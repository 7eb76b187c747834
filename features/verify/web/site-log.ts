// Reads the public log of this site in the browser. A restored database has a new log, so a
// certificate may be of a previous one, which is found by its key's name.

import type { PublishedLog } from './check-certificate.ts'
import type { Bytes } from './merkle-check.ts'

/** Most previous logs that are searched. */
const closedLogsMax = 20

/** Returns the log with that origin; else the present one, which then has no such signature. */
export async function findLog(origin: string): Promise<PublishedLog> {
  const present = await openLog('/log')
  if (nameOf(present.key) === origin) return present
  for (let number = 1; number <= closedLogsMax; number += 1) {
    const closed = await openLog(`/log/${number}`).catch(() => null)
    if (closed === null) break
    if (nameOf(closed.key) === origin) return closed
  }
  return present
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
