// Reads Linux's counters of processes: processor time, and system calls if strace is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { childrenOf } from '#tests/support/servers/child-processes.ts'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** Returns the processor time of a process and its children so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const timesMs = await Promise.all([pid, ...(await childrenOf(pid))].map(readProcessorMs))
  return timesMs.reduce((sum, each) => sum + each, 0)
}

async function readProcessorMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field, the program's name in brackets, may itself contain blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

export const hasStrace = (): boolean => spawnSync('strace', ['-V']).status === 0

/** Counts each system call of the processes during `work`, which slows them down. */
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
  const exit = once(strace, 'exit')
  strace.kill('SIGINT')
  await exit
  const lines = text.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(\w+)$/gm)
  return new Map([...lines].map(([, calls, name]) => [String(name), Number(calls)]))
}
