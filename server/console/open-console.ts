// Opens the staff's console on its port. In development its port may be taken: then it gets a free one.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings/settings.ts'
import { buildConsole } from './build-console.ts'

export type OpenConsole = { readonly url: string; close(): Promise<void> }

/**
 * Returns the origin of the console, without a closing slash; null if the settings have no console. Another process
 * may serve it.
 */
export function consoleUrlOf({
  consolePort,
  consoleUrlSetting,
}: Pick<Settings, 'consolePort' | 'consoleUrlSetting'>): string | null {
  if (consoleUrlSetting !== undefined) return consoleUrlSetting
  return consolePort === undefined ? null : `http://localhost:${consolePort}`
}

/** Returns the open console; null if the settings have none. Throws if its port is taken. */
export async function openConsole(services: Services): Promise<OpenConsole | null> {
  const { settings } = services
  const url = consoleUrlOf(settings)
  if (url === null || settings.consolePort === undefined) return null
  const app = await buildConsole({ ...services, settings: { ...settings, consoleUrl: url } })
  await app.listen({ port: settings.consolePort, host: settings.host })
  return { url, close: () => app.close() }
}

/** Returns settings with a free port for the console, unless the port was chosen or is free. */
export async function withConsolePort(settings: Settings): Promise<Settings> {
  const { consolePort, consolePortIsChosen, host } = settings
  if (consolePort === undefined) return settings
  const isKept = consolePort !== 0 && (consolePortIsChosen || (await canListen(consolePort, host)))
  return isKept ? settings : { ...settings, consolePort: await freePort(host) }
}

async function canListen(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  )
}

const freePort = (host: string) => listenOnce(0, host)

/** Listens for a moment and returns the port. Throws if it is taken. */
async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer().listen({ port, host })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port was opened')
  return address.port
}
