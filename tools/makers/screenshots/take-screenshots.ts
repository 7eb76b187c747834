// Photographs every screen and state of the product, in each width, look and language, and finds faults of
// any page (photograph.ts):
//   npm run screenshots -- [--to <folder>] [part of a name …]
// A part selects screens or looks by name: `buy`, `home 360-dark`, `landing 360-`. The exit code is 1 if a
// page is wrong, blank or wider than its window, or logs an error to its console.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Language, languages } from '#values/lists/languages.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'
import { lookNames, looksIn } from './looks.ts'
import { seedPeople } from './people.ts'
import { type PhotographTask, photograph } from './photograph.ts'
import { screenGroups } from './screens.ts'
import { showProduct } from './show-product.ts'

/** Number of screens that are photographed concurrently. A screen mostly waits for answers. */
const concurrency = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', default: 'dist/screenshots' } },
})
const folder = values.to
const isLook = (part: string) => lookNames.some((name) => name.startsWith(part))
const screenParts = positionals.filter((part) => !isLook(part))
const lookParts = positionals.filter(isLook)

const isSelected = (name: string, parts: readonly string[]) =>
  parts.length === 0 || parts.some((part) => name.includes(part))

type Task = PhotographTask & { readonly group: string }

function tasksIn(language: Language): Task[] {
  const looks = looksIn(language).filter(({ name }) => isSelected(name, lookParts))
  if (looks.length === 0) return []
  return Object.entries(screenGroups).flatMap(([group, screens]) =>
    screens
      .filter(({ name }) => isSelected(name, screenParts))
      .map((screen) => ({ group, screen, language, looks })),
  )
}

const shots: Shot[] = []
let faultCount = 0

await mkdir(folder, { recursive: true })
await showProduct(async (show) => {
  const people = await seedPeople(show.url)
  // Runs the languages one after the other, because all screens share the regular user's language.
  for (const language of languages) {
    const tasks = tasksIn(language)
    const runTasks = async () => {
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
        const { group, screen } = task
        const result = await photograph(show, people, task, folder)
        shots.push(...result.files.map((file) => ({ group, screen: screen.name, file })))
        faultCount += result.faults.length
        // Prints faults as they are found, because a run of all screens takes many minutes.
        for (const fault of result.faults) process.stdout.write(`${fault}\n`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, runTasks))
  }
  await writeContactSheet(show.browser, folder, shots)
})
process.stdout.write(`${shots.length} pictures are in ${folder}, ${faultCount} faults.\n`)
process.exitCode = faultCount === 0 ? 0 : 1
