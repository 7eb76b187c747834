// Runs one call of the operator's command line and returns its exit code. With --json, `out` receives JSON
// only, and `err` receives the texts for people.
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { accessRefusal, rootOnlySentence } from '#operator/access.ts'
import { type Actor, authorOf, type RefusedActor, readActor } from '#operator/actor.ts'
import { refuseCaller, runAudited } from '#operator/audit/audited-run.ts'
import type { Command, Context, Outcome } from '#operator/commands/command.ts'
import { commands } from '#operator/commands/commands.ts'
import { type Call, readCall, UsageError } from '#operator/read-call.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { prepareSchema } from '#platform/database/schema/migrate.ts'
import { databaseWaitMs, reachDatabase } from '#platform/database/schema/reach-database.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings/settings.ts'
import { isRefusedStart, refusedStart } from '#server/start/refused-start.ts'
import { failureWords, saysNothing } from '#values/failure-cause.ts'
import { visibleText } from '#values/text/unseen-characters.ts'

/** Statement timeout in minutes. A command may read the whole database. */
const statementMinutes = 10

/** Placeholder address for commands without queries, which open no connection. */
const unusedUrl = 'postgresql://localhost'

/** Receives the lines of a command, one at a time, without line ends. Bytes are a whole file, with its line ends. */
export type Output = {
  readonly out: (part: string | Uint8Array) => void
  readonly err: (line: string) => void
}

/** Thrown by a write to a closed output. The command ends immediately and prints nothing more. */
export class ClosedOutput extends Error {}

/** Exit code of a program that wrote to a closed pipe: 128 plus the number of SIGPIPE, as in a shell. */
const closedPipe = 141

/** Reports progress before a command's end. */
type Reporter = Pick<Context, 'say' | 'print' | 'asJson'>

export type Environment = Readonly<Record<string, string | undefined>>

/** A call with the value of SUDO_USER. */
type CallOfUser = Call & { readonly sudoUser: string | undefined }

async function runOn(
  url: string,
  settings: Settings,
  call: CallOfUser,
  reporter: Reporter,
): Promise<Outcome> {
  const { keepsSchema, needsNoDatabase } = call.command
  if (!keepsSchema && !needsNoDatabase) {
    await prepareSchema(url, settings.migratesOnStart, reporter.say)
  }
  const open = (address: string) =>
    openDatabase({
      url: address,
      connectionsMax: 2,
      timeoutFactor: settings.timeoutFactor,
      applicationName: `carbon-passport ${call.command.name}`,
      statementMs: statementMinutes * 60_000,
    })
  const db = open(url)
  const { databaseUrl: servingUrl = url } = settings
  const servingDb = servingUrl === url ? db : open(servingUrl)
  try {
    const { command, sudoUser, ...given } = call
    const context = { db, servingDb, settings, databaseUrl: url, ...reporter, ...given }
    const actor = await admit(command, servingDb, { sudoUser, options: given.options })
    return 'kind' in actor
      ? await runAudited(command, { ...context, actor })
      : await refuseCaller(command, { ...context, db: servingDb }, actor)
  } finally {
    await Promise.all([...new Set([db, servingDb])].map((each) => each.close()))
  }
}

/** Returns the actor of a command, or why the command is refused. */
async function admit(
  command: Command,
  db: Database,
  { sudoUser, options }: Pick<CallOfUser, 'sudoUser' | 'options'>,
): Promise<Actor | RefusedActor> {
  // A command that reads public data needs no members, and no database.
  if (command.access.kind === 'free') return { kind: 'root', forName: undefined }
  const typedName = command.hasOwnBy === true ? undefined : options.by
  const actor = await readActor(db, { sudoUser, typedName }).catch((error: unknown) => {
    // The first migration creates the table of members.
    if (command.access.kind !== 'root') throw error
    return { error: rootOnlySentence(command.name), author: null, isMisuse: false }
  })
  if (!('kind' in actor)) return actor
  const error = accessRefusal(command, actor)
  return error === null ? actor : { error, author: authorOf(actor), isMisuse: false }
}

async function runCall(call: CallOfUser, env: Environment, reporter: Reporter): Promise<Outcome> {
  const settings = readSettings(env)
  const { dataDir, operatorDatabaseUrl = settings.databaseUrl } = settings
  const databaseUrl = call.command.readsAll ? operatorDatabaseUrl : settings.databaseUrl
  if (call.command.needsNoDatabase) {
    return runOn(databaseUrl ?? unusedUrl, settings, call, reporter)
  }
  if (databaseUrl !== undefined) {
    const waitMs = call.command.awaitsDatabase ? databaseWaitMs : 0
    const setting = databaseUrl === settings.databaseUrl ? 'DATABASE_URL' : 'OPERATOR_DATABASE_URL'
    const { timeoutFactor } = settings
    await reachDatabase(databaseUrl, { setting, waitMs, say: reporter.say, timeoutFactor })
    return runOn(databaseUrl, settings, call, reporter)
  }
  const embedded = await openEmbeddedDatabase({ dataDir, log: reporter.say })
  try {
    return await runOn(embedded.url, settings, call, reporter)
  } finally {
    await embedded.close()
  }
}

/**
 * Runs one command: `args` are its words as in `npm run operator -- args`, `env` contains the settings.
 * Never throws. Returns the exit code: 0 for success, 1 for a failure, 2 for an invalid call, 78 if
 * settings or database forbid a start, 141 for a closed output.
 */
export async function runProgram(
  args: readonly string[],
  env: Environment,
  { out, err }: Output,
): Promise<number> {
  const asJson = args.includes('--json')
  const visibleOutput = visible({ out, err })
  try {
    return await runPrinting(args, asJson, env, visibleOutput)
  } catch (error) {
    return error instanceof ClosedOutput ? closedPipe : reportFailure(error, asJson, visibleOutput)
  }
}

/** Returns an output that escapes control characters, which rows, files and foreign servers may contain. */
function visible({ out, err }: Output): Output {
  return {
    out: (part) => out(typeof part === 'string' ? visibleLine(part) : part),
    err: (line) => err(visibleText(line)),
  }
}

/** Escapes control characters in a line, except for the carriage return at the end of a CSV line. */
function visibleLine(line: string): string {
  return line.endsWith('\r') ? `${visibleText(line.slice(0, -1))}\r` : visibleText(line)
}

async function runPrinting(
  args: readonly string[],
  asJson: boolean,
  env: Environment,
  { out, err }: Output,
): Promise<number> {
  const call = readCall(
    commands,
    args.filter((arg) => arg !== '--json'),
  )
  if (typeof call === 'string') {
    if (asJson) out(JSON.stringify({ ok: true, help: call }))
    else for (const line of call.split('\n')) out(line)
    return 0
  }
  const {
    ok,
    isMisuse,
    lines,
    secretLines = [],
    json,
  } = await runCall({ ...call, sudoUser: env.SUDO_USER }, env, {
    say: err,
    print: asJson ? () => undefined : out,
    asJson,
  })
  const print = asJson ? err : out
  if (asJson) out(JSON.stringify(json))
  for (const line of lines) print(line)
  if (!asJson) for (const line of secretLines) print(line)
  if (ok) return 0
  return isMisuse === true ? 2 : 1
}

/** Splits an error message into lines. Only the product's own messages have several. */
function linesOf(error: unknown, sentence: string): string[] {
  if (error instanceof SettingsError) return sentence.split('\n')
  if (!(error instanceof UsageError)) return [sentence]
  return [sentence, error.help].filter((text) => text !== '').flatMap((text) => text.split('\n'))
}

/** Returns an error's own message, or its cause where the message says nothing, such as "fetch failed". */
function failureSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return saysNothing(message) ? failureWords(error) : message
}

function reportFailure(error: unknown, asJson: boolean, { out, err }: Output): number {
  const sentence = failureSentence(error)
  for (const line of linesOf(error, sentence)) err(line)
  try {
    if (asJson) out(JSON.stringify({ ok: false, error: sentence }))
  } catch (closed) {
    if (!(closed instanceof ClosedOutput)) throw closed
  }
  if (error instanceof UsageError) return 2
  return isRefusedStart(error) ? refusedStart : 1
}
