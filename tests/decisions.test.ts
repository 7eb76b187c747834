// Checks the decision records: their form, the index, and every reference to them in the repository.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

const folder = 'docs/decisions'
const index = `${folder}/README.md`
const records = globSync(`${folder}/[0-9]*.md`).sort()
const suffixes = 'ts,tsx,mts,mjs,css,sql,md,yaml,yml,sh,ini,conf,sample,service,html'
const read = (file: string) => readFileSync(file, 'utf8')

/** Files that may refer to a record. Applied migrations never change, so they keep the paths of their day. */
const sources = globSync([`**/*.{${suffixes}}`, '.env.example', '.*.mjs', 'deploy/*'], {
  exclude: (path) =>
    /(^|\/)(node_modules|dist|test-results|openapi|catalogue)$/.test(path) ||
    path === 'database/migrations',
}).filter((file) => !file.endsWith('decisions.test.ts') && /\.\w+$/.test(file))

const sectionsOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name)

/** Paths of records that a text names, as `decisions/NNNN-x.md` or, inside the folder, as `NNNN-x.md`. */
function namedRecords(file: string): string[] {
  const own = file.startsWith(`${folder}/`) ? '' : 'decisions/'
  const names = read(file).matchAll(new RegExp(`${own}(\\d{4}-[a-z0-9-]+\\.md)`, 'g'))
  return [...names].map(([, name = '']) => `${folder}/${name}`)
}

it('The search for references reads code, style sheets, documents and files of deploy/', () => {
  for (const file of [
    'tests/release.test.ts',
    'web/styles/theme.css',
    'README.md',
    'deploy/cluster/pgbouncer.ini',
  ])
    expect(sources).toContain(file)
})

it.each(records)('%s has a title, its own number and the four headings', (record) => {
  const text = read(record)
  const number = basename(record).slice(0, 4)
  expect(basename(record)).toMatch(/^\d{4}(-[a-z0-9]+)+\.md$/)
  expect(text.split('\n')[0]).toMatch(new RegExp(`^# ${number}\\. \\S`))
  expect(sectionsOf(text)).toEqual(['Status', 'Context', 'Decision', 'Consequences'])
  for (const section of text.split(/^## .+$/m).slice(1)) expect(section.trim()).not.toBe('')
})

it('The numbers of records are unique', () => {
  const numbers = records.map((record) => basename(record).slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

it('The index has one row for each record, with its number, title and status, and no other', () => {
  const rows = [...read(index).matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+?) \| (.+?) \| .+ \|$/gm)]
  const indexed = rows.map(([, number, file, title, status]) => [number, file, title, status])
  const expected = records.map((record) => {
    const [, number, title] = /^# (\d{4})\. (.+)$/m.exec(read(record)) ?? []
    const [, status = ''] = /^## Status\n\n(\w+)/m.exec(read(record)) ?? []
    return [number, basename(record), title, status]
  })
  expect(indexed).toEqual(expected)
})

it('No retired number has a record', () => {
  const retired = [...read(index).matchAll(/^\| (\d{4}) \| (merged|retired)/gm)].map(
    ([, number]) => number,
  )
  expect(retired.length).toBeGreaterThan(50)
  const numbers = records.map((record) => basename(record).slice(0, 4))
  expect(numbers.filter((number) => retired.includes(number))).toEqual([])
})

it('Every record that a file names exists', () => {
  const named = sources.flatMap((file) => namedRecords(file).map((record) => `${file}: ${record}`))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((line) => !existsSync(line.split(': ')[1] ?? ''))).toEqual([])
})

const bareReference =
  /\b(?:decisions?|records?)\s+(?:\W{0,3})\[?\d{1,4}\b(?!-)|decisions\/\d+(?![\d-])/gi

it.each(['decision 141', 'record\n// 52', 'Decisions 134 to 137', '(docs/decisions/0069)'])(
  '"%s" is a reference by number',
  (text) => {
    expect(text.match(bareReference)).toHaveLength(1)
  },
)

it('No file refers to a record by its number alone', () => {
  const found = sources.flatMap((file) =>
    [...read(file).matchAll(bareReference)].map(([words]) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})
