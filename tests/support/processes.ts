// What runs under a process that a test stops or freezes.
import { readFile } from 'node:fs/promises'

/** Each backend of a PostgreSQL server is a process in a session of its own. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}
