// Runs the embedded PostgreSQL until it is asked to end. Tests start, join and kill this program, and it
// holds the server of a whole run. Prints one JSON line when it is up. It must never outlive its parent
// process, however that ends. node tests/support/hold-embedded-database.ts <data folder> [remove]
import { rm } from 'node:fs/promises'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { testServerSettings } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const [dataDir, remove] = process.argv.slice(2)
if (!dataDir) throw new Error('Name the data folder.')

// Tests of a run put proxies and poolers in front of its server, which need a port.
const onPort = remove ? { listen_addresses: '127.0.0.1', port: String(await freePort()) } : {}
const database = await openEmbeddedDatabase({
  dataDir,
  log: () => {},
  settings: { ...testServerSettings, ...onPort },
})
const addressOf = (url: string) => (remove ? url.replace(/\?host=.*/, '') : url)
const end = async () => {
  await database.close()
  if (remove) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
process.once('SIGTERM', end)
// The pipe closes with the parent process.
process.stdin.once('end', end)
process.stdin.resume()
const [url, superuserUrl] = [addressOf(database.url), addressOf(database.superuserUrl)]
console.log(JSON.stringify({ url, superuserUrl }))
