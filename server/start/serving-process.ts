// Runs one serving process: services, app and background jobs, started in that order and stopped in
// reverse.
import type { AddressInfo } from 'node:net'
import { buildApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { openConsole } from '#server/console/open-console.ts'
import { openServices } from '#server/open-services.ts'
import type { Settings } from '#server/settings/settings.ts'

export type Running = {
  readonly port: number
  /** Answers running requests, accepts no new ones, and closes the database. */
  stop(): Promise<void>
}

/** Maximum number of connections that wait to be accepted, up to the system's net.core.somaxconn. */
const backlog = 4_096

/** Time for running requests to end, in milliseconds. */
const drainMs = 10_000
const idleCheckMs = 100

/** Starts the process. `print` receives lines for the terminal. Throws if the port is in use. */
export async function serve(
  settings: Settings,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<Running> {
  const opened = await openServices(settings, databaseUrl, print)
  const app = await buildApp(opened.services)
  await app.listen({ port: settings.port, host: settings.host, backlog })
  const console = await openConsole(opened.services)
  const background = startBackground(opened.services, opened.outbox)
  // Builds the description in advance, which takes 50 ms, so that no caller waits for it.
  app.inject('/api/openapi.json').catch(() => undefined)
  return {
    port: portOf(app.server.address()),
    async stop() {
      const drainTimeout = setTimeout(() => app.server.closeAllConnections(), drainMs)
      // Closes connections that were busy at the stop, once their answer is sent.
      const idleTimer = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
      await Promise.all([app.close(), console?.close()])
      clearTimeout(drainTimeout)
      clearInterval(idleTimer)
      await background.stop()
      await opened.close()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
