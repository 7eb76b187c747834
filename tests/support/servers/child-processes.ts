// Finds the descendants of a process that a test stops or freezes.
import { readFile } from 'node:fs/promises'
import { isPostmasterOf, readPostmaster } from '#embedded-postgres/process.ts'

/**
 * Returns the ids of a process's children. PostgreSQL's backends have sessions of their own, so a signal
 * to a process group would not reach them.
 */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/**
 * Returns the process id of the server on these files, or null if none runs. The file with the id
 * outlives a killed server, so this checks that the process is still that server.
 */
export async function runningPostmaster(data: string): Promise<number | null> {
  const pid = (await readPostmaster(data))?.pid ?? 0
  return isPostmasterOf(data, pid) ? pid : null
}
