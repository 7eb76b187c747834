// Starts the product: settings, database, migrations, demonstration catalogue, then one or several
// serving processes. The process that started or joined the embedded database releases it last.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { foldMovesAtStart } from '#features/boards/fold-moves.ts'
import { showProjectsAtStart } from '#features/catalogue/show-projects.ts'
import { seedDemoCatalogue } from '#features/demo/seed-demo-catalogue.ts'
import { recordLegalVersion } from '#features/legal/record-version.ts'
import { openLog } from '#features/log/append/open-log.ts'
import type { Signer } from '#features/log/tree/signed-note.ts'
import { witnessWarnings } from '#features/log/witness/witness-warnings.ts'
import { inviteDeveloper } from '#features/staff/members/invite-developer.ts'
import { openWelcomeProgramme } from '#features/wallet/programmes/open-welcome-programme.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { prepareSchema } from '#platform/database/schema/migrate.ts'
import { OldDatabaseError, reachDatabase } from '#platform/database/schema/reach-database.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { askRevocation } from '#providers/wallet-pass/revocation.ts'
import { withConsolePort } from '#server/console/open-console.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings/settings.ts'
import { erasuresDiskWarning } from '#server/start/erasures-disk.ts'
import { findDatabase } from '#server/start/find-database.ts'
import { openOwnNumberKeys } from '#server/start/own-number-keys.ts'
import { failStart } from '#server/start/report-failure.ts'
import { serve } from '#server/start/serving-process.ts'
import { startWorkers, workAsOneOf } from '#server/start/start-workers.ts'
import { onStopRequest, reportReady } from '#server/start/starter-link.ts'
import { welcomeLines } from '#server/start/welcome-lines.ts'
import { isProblem } from '#values/problem.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Reads all settings. If they are invalid, also checks the database's version, so that all faults are
 * reported in one error.
 */
async function readAllSettings(): Promise<Settings> {
  try {
    return readSettings(process.env)
  } catch (error) {
    const url = process.env.DATABASE_URL
    if (!(error instanceof SettingsError) || !url) throw error
    const old = await reachDatabase(url, { waitMs: 0, say: () => undefined }).then(
      () => null,
      (reason: unknown) => (reason instanceof OldDatabaseError ? reason.message : null),
    )
    throw old === null ? error : new SettingsError(...error.faults, old)
  }
}

/** Throws if the pass certificate was revoked, because phones would refuse every pass. */
async function refuseRevokedPass({ passCertificates }: Settings): Promise<void> {
  if (passCertificates === undefined) return
  const answer = await askRevocation(passCertificates)
  if (answer === 'revoked') {
    throw new SettingsError('PASS_CERTIFICATE was revoked by its issuer: put a new one in place.')
  }
  if (typeof answer === 'object') {
    print(`It is not known whether PASS_CERTIFICATE was revoked: ${answer.unanswered}.`)
  }
}

/**
 * Factor of timeouts during the start: no caller waits yet, and a slow machine needs time for the
 * demonstration catalogue.
 */
const startTimeoutFactor = 20

/**
 * Migrates the database and adds the rows that this version needs. Several processes may run it. Returns the token of
 * a developer's invitation to the console, or null.
 */
async function prepare(url: string, settings: Settings): Promise<string | null> {
  await prepareSchema(url, settings.migratesOnStart, print)
  const db = openDatabase({
    url,
    connectionsMax: 2,
    applicationName: 'carbon-passport start',
    timeoutFactor: startTimeoutFactor * settings.timeoutFactor,
  })
  try {
    await openOwnNumberKeys(db, settings)
    await foldMovesAtStart(db)
    await loadBundledRates(db)
    const { welcomeCredit, ownProgrammesLineMinor: lineMinor } = settings
    await openWelcomeProgramme(db, { isCredited: welcomeCredit, lineMinor })
    if (settings.demoCatalogue) await seedDemoCatalogue(db)
    await showProjectsAtStart(db)
    if (settings.legal !== undefined) await recordLegalVersion(db, settings.legal, print)
    const log = await openLog({ db, settings })
    if (isProblem(log)) throw new SettingsError(`${log.text}`)
    if (log.signer === null) {
      print('The public log is written by another machine: LOG_KEY, its key, is not on this one.')
    }
    warnOfWitnesses(settings, log.signer)
    return await inviteDeveloperTo(db, settings)
  } finally {
    await db.close()
  }
}

function warnOfWitnesses({ production, logWitnesses, publicUrl }: Settings, key: Signer | null) {
  if (!production || logWitnesses === undefined) return
  for (const warning of witnessWarnings(logWitnesses.policy, { publicUrl, key })) print(warning)
}

/**
 * Returns the token of a new invitation for a developer. Returns null without a console, in production, if a
 * developer has a passkey already, or if the database fails: the product serves without it.
 */
async function inviteDeveloperTo(
  db: Database,
  { production, consolePort }: Settings,
): Promise<string | null> {
  if (production || consolePort === undefined) return null
  return inviteDeveloper(db).catch((error: unknown) => {
    print(`No invitation to the console was made: ${error}`)
    return null
  })
}

const inboxTokenBytes = 24

/** Adds a generated inbox token before the serving processes start, so that all have the same one. */
function withInboxToken(settings: Settings): Settings {
  const { devInboxToken = randomBytes(inboxTokenBytes).toString('base64url') } = settings
  return { ...settings, devInboxToken }
}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = await withConsolePort(withInboxToken(await readAllSettings()))
  await refuseRevokedPass(settings)
  const warning = await erasuresDiskWarning(settings)
  if (warning !== null) print(warning)
  let isStopping = false
  let stop = async (): Promise<void> => undefined
  const started = Promise.withResolvers<void>()
  onStopRequest((why) => {
    isStopping = true
    print(`Stopping (${why})…`)
    void started.promise
      .then(() => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  })
  const database = await findDatabase(settings, print)
  stop = () => database.close()
  try {
    const invitation = await prepare(database.url, settings)
    const running =
      settings.processes === 1
        ? await serve(settings, database.url, print)
        : await startWorkers(settings, database.url, print)
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : serveMetrics(settings.metricsPort, settings.metricsHost, settings.processes > 1)
    stop = async () => {
      metrics?.close()
      await running.stop()
      await database.close()
    }
    if (!isStopping)
      for (const line of welcomeLines(settings, running.port, invitation)) print(line)
    reportReady()
    started.resolve()
  } catch (error) {
    await database.close()
    throw error
  }
}

const takenPort =
  'The port is taken. Stop what runs there, or choose another one: PORT=3001 npm start'

/** Prints the error and exits. */
function fail(error: unknown): never {
  return failStart(error, takenPort)
}

if (cluster.isPrimary) start().catch(fail)
else workAsOneOf(print).catch(fail)
