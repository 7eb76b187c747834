// Reads facts about other processes by their ids. It must not signal a process, because the id may belong
// to another one by now.
import { readFileSync } from 'node:fs'
import { errorCode } from '#embedded-postgres/embedded-postgres-error.ts'

export function processExists(pid: number): boolean {
  // An id of 0 or below would mean a process group.
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Returns true if a process has ended but was never reaped, as in a container without an init process. */
export function isZombie(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
