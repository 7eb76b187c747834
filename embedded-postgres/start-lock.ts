// Admits one starter of the embedded PostgreSQL at a time. PostgreSQL's own guard protects the
// data, but of two starters that find the same stale postmaster.pid one may remove the other's new
// one. The lock must not outlive its holder, and so is no file.
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

export type StartLock = { release: () => void }

/** Null while another process has it. */
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
