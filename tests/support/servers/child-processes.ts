// Finds the descendants of a process that a test stops or freezes.
import { readFile } from 'node:fs/promises'
import { isPostmasterOf, readPostmaster } from '#embedded-postgres/process.ts'

/** Each backend of a PostgreSQL server is a process in a session of its own. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/**
 * The process id of the server on these files, or null if none runs. The file outlives a killed
 * server, and another program may have the id by then.
 */
export async function runningPostmaster(data: string): Promise<number | null> {
  const pid = (await readPostmaster(data))?.pid ?? 0
  return isPostmasterOf(data, pid) ? pid : null
}
