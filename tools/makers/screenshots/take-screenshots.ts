// Photographs every screen and state of the product, in each width, look and language, and finds faults of
// any page (photograph.ts):
//   npm run screenshots -- [--to <folder>] [part of a name …]
// A part selects screens or looks by name: `buy`, `home 360-dark`, `landing 360-`. The exit code is 1 if a
// page is wrong, blank or wider than its window, or logs an error to its console.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { defaultLanguage, type Language, languages, localeOf } from '#values/lists/languages.ts'
import { consoleScreens } from './console-screens.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'
import { lookNames, looksIn } from './looks.ts'
import { type People, seedPeople } from './people.ts'
import { type PhotographTask, photograph } from './photograph.ts'
import { allScreens, screenGroups } from './screens.ts'
import { type ConsoleShow, showConsole } from './show-console.ts'
import { openPage, type Show, showProduct } from './show-product.ts'
import { stageFor } from './stage.ts'
import { withBrowser } from './with-browser.ts'

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

type Task = PhotographTask & {
  readonly group: string
  readonly openPage: () => Promise<Page>
}

const shots: Shot[] = []
let faultCount = 0

const selectedLooks = (language: Language) =>
  looksIn(language).filter(({ name }) => isSelected(name, lookParts))

async function takePictures(tasks: Task[]): Promise<void> {
  const runTasks = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { group, screen } = task
      const result = await photograph(await task.openPage(), task, folder)
      shots.push(...result.files.map((file) => ({ group, screen: screen.name, file })))
      faultCount += result.faults.length
      // Prints faults as they are found, because a run of all screens takes many minutes.
      for (const fault of result.faults) process.stdout.write(`${fault}\n`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runTasks))
}

function tasksIn(language: Language, show: Show, people: People): Task[] {
  const looks = selectedLooks(language)
  if (looks.length === 0) return []
  const options = { locale: localeOf(language), serviceWorkers: 'block' } as const
  return Object.entries(screenGroups).flatMap(([group, screens]) =>
    screens
      .filter(({ name }) => isSelected(name, screenParts))
      .map((screen) => ({
        ...{ group, language, looks },
        screen: {
          ...screen,
          open: (page: Page) => screen.open(stageFor(page, language, show.url, people)),
        },
        openPage: () => openPage(show, undefined, options),
      })),
  )
}

function tasksOfConsole({ openPage, records }: ConsoleShow): Task[] {
  return selectedConsoleScreens().map((screen) => ({
    ...{ group: 'The console of staff', language: defaultLanguage },
    looks: selectedLooks(defaultLanguage),
    screen: { ...screen, open: (page: Page) => screen.open(page, records) },
    openPage: () => openPage(screen.isSignedOut ?? false),
  }))
}

const selectedConsoleScreens = () =>
  selectedLooks(defaultLanguage).length === 0
    ? []
    : consoleScreens.filter(({ name }) => isSelected(name, screenParts))

await mkdir(folder, { recursive: true })
if (allScreens.some(({ name }) => isSelected(name, screenParts))) {
  await showProduct(async (show) => {
    const people = await seedPeople(show.url)
    // Runs the languages one after the other, because all screens share the regular user's language.
    for (const language of languages) await takePictures(tasksIn(language, show, people))
  })
}
if (selectedConsoleScreens().length > 0) {
  await showConsole((show) => takePictures(tasksOfConsole(show)))
}
await withBrowser((browser) => writeContactSheet(browser, folder, shots))
process.stdout.write(`${shots.length} pictures are in ${folder}, ${faultCount} faults.\n`)
process.exitCode = faultCount === 0 ? 0 : 1
