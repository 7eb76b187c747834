// The operator's command line: npm run operator -- <command> [--json]. It works while the server
// runs. With --json, stdout holds JSON only; sentences for people then go to stderr.
import { parseArgs } from 'node:util'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { backupCommand, restoreCommand } from '#operator/backup-commands.ts'
import {
  batchesImport,
  demoSeed,
  featuredSet,
  projectsImport,
} from '#operator/catalogue-commands.ts'
import type { Command, Outcome } from '#operator/command.ts'
import { ledgerCheck } from '#operator/ledger-commands.ts'
import { logVerify } from '#operator/log-commands.ts'
import { batchesAudit, batchesOffer, batchesWithdraw } from '#operator/offer-commands.ts'
import {
  partnersCreate,
  partnersRevoke,
  partnersRotate,
  walletCredit,
} from '#operator/partner-commands.ts'
import {
  purchasesList,
  purchasesReconcile,
  purchasesRefund,
  purchasesShow,
} from '#operator/purchase-commands.ts'
import { ratesImport, ratesRefresh } from '#operator/rates-commands.ts'
import {
  retirementsCorrect,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
} from '#operator/retirement-commands.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { armFailPoint } from '#platform/fail-point.ts'
import { readSettings, type Settings } from '#server/settings.ts'

const commands: readonly Command[] = [
  projectsImport,
  batchesImport,
  batchesWithdraw,
  batchesOffer,
  batchesAudit,
  featuredSet,
  ratesRefresh,
  ratesImport,
  partnersCreate,
  partnersRotate,
  partnersRevoke,
  walletCredit,
  purchasesShow,
  purchasesList,
  purchasesReconcile,
  purchasesRefund,
  retirementsDue,
  retirementsExport,
  retirementsRecord,
  retirementsCorrect,
  demoSeed,
  ledgerCheck,
  logVerify,
  backupCommand,
  restoreCommand,
]

/** Nobody waits at a page for a command; one over the whole database takes its time. */
const statementMinutes = 10

/** Where nothing is asked, no connection is opened. */
const nobodysUrl = 'postgresql://localhost'

const say = (line: string) => void process.stderr.write(`${line}\n`)

class UsageError extends Error {
  override name = 'UsageError'
}

type Call = {
  readonly command: Command
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  readonly flags: ReadonlySet<string>
}

/** Throws a UsageError that says what is wrong with the call. */
function readCall(args: readonly string[]): Call {
  const isCalled = ({ name }: Command) => `${args.join(' ')} `.startsWith(`${name} `)
  const command = commands.find(isCalled)
  if (command === undefined) throw new UsageError(usage())
  const typed = (names: readonly string[] = [], type: 'string' | 'boolean') =>
    Object.fromEntries(names.map((name) => [name, { type }]))
  const { values, positionals } = readOptions(args.slice(command.name.split(' ').length), {
    ...typed(command.options, 'string'),
    ...typed(command.flags, 'boolean'),
  })
  const { wordCount, wordCountMin = wordCount } = command
  if (positionals.length > wordCount || positionals.length < wordCountMin) {
    throw new UsageError(`Call it so: npm run operator -- ${command.name} ${command.takes}`)
  }
  const given = Object.entries(values)
  const texts = given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const flags = new Set(given.flatMap(([name, value]) => (value === true ? [name] : [])))
  return { command, words: positionals, options: Object.fromEntries(texts), flags }
}

function readOptions(
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function usage(): string {
  const rows = commands.map(({ name, takes, does }) => [`${name} ${takes}`.trim(), does] as const)
  const width = Math.max(...rows.map(([call]) => call.length))
  const lines = rows.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`)
  return [
    'npm run operator -- <command> [--json]',
    ...lines,
    'npm prints two lines of its own first; npm run -s leaves them out.',
  ].join('\n')
}

async function runOn(url: string, settings: Settings, call: Call): Promise<Outcome> {
  const { keepsSchema, needsNoDatabase } = call.command
  if (!keepsSchema && !needsNoDatabase) await migrate(url, { log: say })
  const db = openDatabase({
    url,
    connectionsMax: 2,
    applicationName: `carbon-passport ${call.command.name}`,
    statementMs: statementMinutes * 60_000,
  })
  try {
    const { command, ...given } = call
    return await command.run({ db, settings, databaseUrl: url, say, ...given })
  } finally {
    await db.close()
  }
}

async function runCall(call: Call): Promise<Outcome> {
  const settings = readSettings(process.env)
  armFailPoint(settings.failAt)
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== undefined) return runOn(databaseUrl, settings, call)
  if (call.command.needsNoDatabase) return runOn(nobodysUrl, settings, call)
  const embedded = await openEmbeddedDatabase({ dataDir, log: say })
  try {
    return await runOn(embedded.url, settings, call)
  } finally {
    await embedded.close()
  }
}

async function main(args: readonly string[]): Promise<number> {
  const asJson = args.includes('--json')
  try {
    const call = readCall(args.filter((arg) => arg !== '--json'))
    const { ok, lines, secretLines = [], json } = await runCall(call)
    const print = asJson ? say : console.log
    if (asJson) console.log(JSON.stringify(json))
    for (const line of lines) print(line)
    if (!asJson) for (const line of secretLines) print(line)
    return ok ? 0 : 1
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    if (asJson) console.log(JSON.stringify({ ok: false, error: sentence }))
    say(sentence)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main(process.argv.slice(2))
