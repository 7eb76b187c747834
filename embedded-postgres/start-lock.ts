// Admits one process at a time to start the embedded PostgreSQL. PostgreSQL's own guard protects the
// data. But if two processes find the same stale postmaster.pid, one may remove the other's new file. The
// lock is a socket name instead of a file, because it must end with its process.
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

export type StartLock = { release: () => void }

/** Takes the lock. Returns null while another process has it. */
export function takeStartLock(data: string): Promise<StartLock | null> {
  // Only Linux has socket names that end with their process. Other systems have no lock and accept the
  // risk.
  if (process.platform !== 'linux') return Promise.resolve({ release: () => {} })
  const name = createHash('sha256').update(data).digest('hex')
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    // `exclusive` keeps a worker of Node's cluster module from sharing its parent's socket.
    server.listen({ path: `\0carbon-passport-start-${name}`, exclusive: true }, () => {
      resolve({ release: () => void server.close() })
    })
  })
}
