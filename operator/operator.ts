// The operator's command line: npm run operator -- <command> [--json]. It works while the server
// runs. With --json, stdout holds JSON only; sentences for people then go to stderr.
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import type { Outcome } from '#operator/command.ts'
import { commands } from '#operator/commands.ts'
import { type Call, readCall, UsageError } from '#operator/read-call.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { armFailPoint } from '#platform/fail-point.ts'
import { readSettings, type Settings } from '#server/settings.ts'

/** Nobody waits at a page for a command; one over the whole database takes its time. */
const statementMinutes = 10

/** Where nothing is asked, no connection is opened. */
const nobodysUrl = 'postgresql://localhost'

const say = (line: string) => void process.stderr.write(`${line}\n`)

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
    const call = readCall(
      commands,
      args.filter((arg) => arg !== '--json'),
    )
    if (typeof call === 'string') {
      console.log(asJson ? JSON.stringify({ ok: true, help: call }) : call)
      return 0
    }
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
    if (!(error instanceof UsageError)) return 1
    say(error.help)
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
