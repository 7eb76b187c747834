// Lets one starter of the embedded PostgreSQL at a time begin. PostgreSQL's own guard is safe for
// the data, but of two that find the same left-over postmaster.pid one may remove the other's new
// one. A lock must not outlive its holder, so no file can stand for it.
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

export type StartLock = { release: () => void }

/** Null while somebody else has it. */
export function takeStartLock(data: string): Promise<StartLock | null> {
  // Only Linux has names that vanish with their process; elsewhere the chance is taken.
  if (process.platform !== 'linux') return Promise.resolve({ release: () => {} })
  const name = createHash('sha256').update(data).digest('hex')
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    // Exclusive: a process of a cluster would otherwise share its parent's.
    server.listen({ path: `\0carbon-passport-start-${name}`, exclusive: true }, () => {
      resolve({ release: () => void server.close() })
    })
  })
}
