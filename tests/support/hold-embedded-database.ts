// A program that uses the embedded PostgreSQL until it is asked to end: what the tests start, join
// and kill. Prints one JSON line when it is up. It must never outlive the test that started it.
import { openEmbeddedDatabase } from '#server/embedded-database.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Give the data folder.')

const database = await openEmbeddedDatabase({
  dataDir,
  log: (sentence) => console.error(sentence),
  settings: { fsync: 'off' },
})
console.log(JSON.stringify({ url: database.url }))

const end = async () => {
  await database.close()
  process.exit(0)
}
process.once('SIGTERM', end)
// The pipe closes with the test's process, however that one ends.
process.stdin.once('end', end)
process.stdin.resume()
