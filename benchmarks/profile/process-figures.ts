// Reads Linux's counters of processes: processor time, and system calls if strace is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { childrenOf } from '#tests/support/servers/child-processes.ts'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** Processor time so far, milliseconds, of a process and its descendants. */
export async function processorMs(pid: number): Promise<number> {
  const own = await Promise.all([pid, ...(await childrenOf(pid))].map(ownMs))
  return own.reduce((sum, each) => sum + each, 0)
}

async function ownMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name may contain any character but is within brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

export const hasStrace = (): boolean => spawnSync('strace', ['-V']).status === 0

/**
 * Number of calls of each system call by the processes during `work`. They run slower meanwhile.
 */
export async function countSystemCalls(
  pids: readonly number[],
  work: () => Promise<void>,
): Promise<Map<string, number>> {
  const args = ['-c', '-f', '-q', ...pids.flatMap((pid) => ['-p', String(pid)])]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  strace.stderr.on('data', (chunk) => {
    text += chunk
  })
  await work()
  const ended = once(strace, 'exit')
  strace.kill('SIGINT')
  await ended
  const lines = text.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(\w+)$/gm)
  return new Map([...lines].map(([, calls, name]) => [String(name), Number(calls)]))
}
