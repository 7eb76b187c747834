// Runs pgbench's tpcb-like script, the rival of purchases, in its own database on the same server. Its
// transaction has three updates, a select and an insert. PostgreSQL's packages contain pgbench (on
// Debian: apt-get install postgresql-contrib), the embedded server does not.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Measure } from '#benchmarks/compare.ts'

const runFile = promisify(execFile)
const database = 'pgbench'
/** Number of branches, enough that clients seldom wait for the same row. */
const scale = 50
const clients = 16
const threads = 1

export type Pgbench = { measure(seconds: number): Promise<Measure> }

/** Creates and fills pgbench's database. Throws an error with instructions if pgbench is not installed. */
export async function openPgbench(superuserUrl: string): Promise<Pgbench> {
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const url = new URL(superuserUrl)
  url.pathname = `/${database}`
  await runPgbench(url, ['--initialize', '--quiet', '--scale', String(scale)])
  return {
    async measure(seconds) {
      const load = ['--client', String(clients), '--jobs', String(threads), '--no-vacuum']
      const kind = ['--protocol', 'prepared', '--builtin', 'tpcb-like', '--time', String(seconds)]
      const output = await runPgbench(url, [...load, ...kind])
      const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
      if (!(perSecond > 0)) throw new Error(`pgbench said nothing about its speed:\n${output}`)
      return { perSecond }
    },
  }
}

async function runPgbench(url: URL, options: readonly string[]): Promise<string> {
  try {
    const { stdout } = await runFile('pgbench', [...options, url.href])
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('pgbench is not on this machine; it comes with the packages of PostgreSQL.')
    }
    throw error
  }
}
