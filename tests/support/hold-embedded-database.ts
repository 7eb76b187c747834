// A program that uses the embedded PostgreSQL until it is asked to end: what the tests start, join
// and kill, and what holds the server of a whole run. Prints one JSON line when it is up. It must
// never outlive the process that started it, however that one ends.
//   node tests/support/hold-embedded-database.ts <data folder> [remove]
import { rm } from 'node:fs/promises'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { testServerSettings } from '#tests/support/postgres.ts'

const [dataDir, remove] = process.argv.slice(2)
if (!dataDir) throw new Error('Name the data folder.')

const database = await openEmbeddedDatabase({
  dataDir,
  log: () => {},
  settings: testServerSettings,
})
const end = async () => {
  await database.close()
  if (remove) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
}
process.once('SIGTERM', end)
// The pipe closes with the other end's process.
process.stdin.once('end', end)
process.stdin.resume()
console.log(JSON.stringify({ url: database.url, superuserUrl: database.superuserUrl }))
