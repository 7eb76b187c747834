// Serves only the staff's console, from a process of its own: npm run console. It needs a migrated database and
// runs no background tasks.
import { existsSync } from 'node:fs'
import { openConsole, withConsolePort } from '#server/console/open-console.ts'
import { openServices } from '#server/open-services.ts'
import { readSettings, SettingsError } from '#server/settings/settings.ts'
import { findDatabase } from '#server/start/find-database.ts'
import { failStart } from '#server/start/report-failure.ts'
import { onStopRequest, reportReady } from '#server/start/starter-link.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const takenPort = 'The port of the console is taken. Choose another one: CONSOLE_PORT=3002.'

function fail(error: unknown): never {
  return failStart(error, takenPort)
}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = await withConsolePort(readSettings(process.env))
  if (settings.consolePort === undefined) {
    throw new SettingsError('CONSOLE_PORT is required for the console, such as CONSOLE_PORT=3001.')
  }
  let stop = async (): Promise<void> => undefined
  const started = Promise.withResolvers<void>()
  onStopRequest((why) => {
    print(`Stopping (${why})…`)
    void started.promise.then(() => stop()).then(() => process.exit(0), fail)
  })
  const database = await findDatabase(settings, print)
  const { services, close } = await openServices(settings, database.url, print)
  const opened = await openConsole(services)
  stop = async () => {
    await opened?.close()
    await close()
    await database.close()
  }
  print(`Console for staff: ${opened?.url}`)
  reportReady()
  started.resolve()
}

start().catch(fail)
