// The public log of this site as a browser reads it. A database that was restored has a log of its own,
// and a certificate may be of a log before it: the one whose key has the certificate's name is read.

import type { PublishedLog } from './check-certificate.ts'
import type { Bytes } from './merkle.ts'

/** Logs before the present one that are looked through. */
const formerLogsMax = 20

/** Of the log with that origin; else the present one's, which then signed nothing of the kind. */
export async function findLog(origin: string): Promise<PublishedLog> {
  const present = await openLog('/log')
  if (nameOf(present.key) === origin) return present
  for (let number = 1; number <= formerLogsMax; number += 1) {
    const former = await openLog(`/log/${number}`).catch(() => null)
    if (former === null) break
    if (nameOf(former.key) === origin) return former
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
