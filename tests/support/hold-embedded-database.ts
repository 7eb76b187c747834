// Runs the embedded PostgreSQL until SIGTERM, or until its parent process ends in any way. Tests start,
// join and kill this program, and one process of it holds the server of a whole run. It prints one JSON
// line when the server is up. node tests/support/hold-embedded-database.ts <data folder> [remove]
import { rm } from 'node:fs/promises'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { testServerSettings } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const [dataDir, removesFolder] = process.argv.slice(2)
if (!dataDir) throw new Error('Name the data folder.')

// Tests of a run put proxies and poolers in front of its server, which need a port.
const onPort = removesFolder
  ? { listen_addresses: '127.0.0.1', port: String(await freePort()) }
  : {}
const database = await openEmbeddedDatabase({
  dataDir,
  log: () => {},
  settings: { ...testServerSettings, ...onPort },
})
const addressOf = (url: string) => (removesFolder ? url.replace(/\?host=.*/, '') : url)
const end = async () => {
  await database.close()
  if (removesFolder) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
process.once('SIGTERM', end)
// The pipe closes with the parent process.
process.stdin.once('end', end)
process.stdin.resume()
const [url, superuserUrl] = [addressOf(database.url), addressOf(database.superuserUrl)]
console.log(JSON.stringify({ url, superuserUrl }))
