// Tests that an operator's changes of a project stay through the registry's next files, until an
// import is to overwrite them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { projectHeader, wind } from '#tests/support/example-catalogue-files.ts'
import { askRows, createTestDatabase, runSql, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'

const header = `${projectHeader},image_url`
const picture = 'https://pictures.example/registry.jpg'
const ofRegistry = `${wind},${picture}`
const why = ['--by', 'ada', '--reason', 'A better text.']

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-edits-'))
})
beforeEach(async () => {
  await runSql(database.url, 'delete from projects')
  await importFile(ofRegistry)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  const ran = await runOperator({ DATABASE_URL: database.url }, [...args, '--json'])
  return { code: ran.code, answer: JSON.parse(ran.stdout) }
}
async function importFile(row: string, ...flags: readonly string[]) {
  const file = join(folder, 'projects.csv')
  await writeFile(file, `${header}\n${row}\n`)
  return run('projects', 'import', file, ...flags)
}
const edit = (id: string, ...options: readonly string[]) =>
  run('projects', 'edit', id, ...options, ...why)
const shown = async () =>
  (
    await askRows(
      database.url,
      'select name, description, image_url, sdgs, developer, edited_fields from projects',
    )
  )[0]

it('wins over the registry’s file, field by field, until --overwrite', async () => {
  const own = 'https://pictures.example/own.jpg'
  const edited = await edit('gs1', '--name', 'Wind of İzmir', '--image-url', own)
  expect(edited).toEqual({
    code: 0,
    answer: {
      id: (await askRows(database.url, 'select id from projects'))[0]?.[0],
      ...{ ok: true, registry: 'GS', external_id: 'GS1', changed: ['name', 'image_url'] },
      edited_fields: ['image_url', 'name'],
    },
  })
  const newer = `${ofRegistry.replace('[7]', '[13]').replace('Windy.', 'Newer.')}`.replace(
    'TR,Verified',
    'TR,Listed',
  )
  expect((await importFile(newer)).answer).toMatchObject({ changed: 1, edited: 1 })
  const fields = ['image_url', 'name']
  expect(await shown()).toEqual(['Wind of İzmir', 'Newer.', own, [13], null, fields])
  expect((await importFile(newer)).answer).toMatchObject({ changed: 0, unchanged: 1 })
  // A file without a picture leaves it, and it stays the operator's.
  const without = newer.replace(picture, '')
  expect((await importFile(without, '--overwrite')).answer).toMatchObject({ changed: 1 })
  expect(await shown()).toEqual(['Wind', 'Newer.', own, [13], null, ['image_url']])
  expect((await importFile(newer, '--overwrite')).answer).toMatchObject({ changed: 1 })
  expect(await shown()).toEqual(['Wind', 'Newer.', picture, [13], null, []])
}, 60_000)

it('may be the removal of a text, a picture or goals', async () => {
  await edit('GS GS1', '--description', '', '--image-url', '', '--sdgs', '')
  const fields = ['description', 'image_url', 'sdgs']
  expect(await shown()).toEqual(['Wind', '', null, [], null, fields])
  await importFile(ofRegistry)
  expect(await shown()).toEqual(['Wind', '', null, [], null, fields])
}, 60_000)

it('takes a text from a file, and finds a project by its own id', async () => {
  const [[id] = []] = await askRows(database.url, 'select id from projects')
  const file = join(folder, 'text.txt')
  await writeFile(file, 'One.\r\n\r\nTwo.\r\n')
  const edited = await edit(String(id), '--description-file', file, '--sdgs', '13,7')
  expect(edited.answer).toMatchObject({ ok: true, changed: ['description', 'sdgs'] })
  expect(await shown()).toMatchObject(['Wind', 'One.\n\nTwo.', picture, [7, 13], null, {}])
  const { answer } = await run('audit', 'list', '--about', 'GS1')
  expect(answer.entries[0]).toMatchObject({
    ...{ by: 'root (for ada)', command: 'projects edit', reason: 'A better text.' },
    about: [id, 'GS1', 'description', 'sdgs'],
  })
}, 60_000)

it('is refused without a change where it is invalid', async () => {
  const before = await shown()
  const file = join(folder, 'latin1.txt')
  await writeFile(file, Buffer.from('Forêt', 'latin1'))
  const refused: readonly (readonly [readonly string[], RegExp, number?])[] = [
    [['GS1'], /Say what to change/],
    [['GS9', '--name', 'X'], /no project GS9/, 1],
    [['GS1', '--name', ''], /name: is empty/],
    [['GS1', '--image-url', 'https://127.0.0.1/1.jpg'], /image_url: names a host by its number/],
    [['GS1', '--sdgs', '18'], /sdgs: is no list/],
    [['GS1', '--description', 'x', '--description-file', file], /not both/],
    [['GS1', '--description-file', file], /latin1.txt, line 1: byte/, 1],
  ]
  for (const [[id = '', ...options], error, exit = 2] of refused) {
    const { code, answer } = await edit(id, ...options)
    expect([code, answer.ok]).toEqual([exit, false])
    expect(answer.error).toMatch(error)
  }
  const silent = await run('projects', 'edit', 'GS1', '--name', 'X')
  expect(silent.answer).toMatchObject({ ok: false, error: expect.stringContaining('--reason') })
  expect(await shown()).toEqual(before)
}, 60_000)

it('says what is set, and what imports leave as it is', async () => {
  const lines = async (...options: readonly string[]) => {
    const args = ['projects', 'edit', 'GS1', ...options, ...why]
    const { code, stdout } = await runOperator({ DATABASE_URL: database.url }, args)
    return [code, ...stdout.trimEnd().split('\n')]
  }
  expect(await lines('--sdgs', '7,13')).toEqual([
    ...[
      0,
      'GS GS1, Wind: sdgs is set.',
      'Imports leave as they are, unless with --overwrite: sdgs.',
    ],
  ])
  expect(await lines('--name', 'Breeze', '--description', 'Calm.')).toEqual([
    ...[0, 'GS GS1, Breeze: name, description are set.'],
    'Imports leave as they are, unless with --overwrite: description, name, sdgs.',
  ])
}, 60_000)

it('asks for the registry where two of them use one id', async () => {
  for (const registry of ['ONE', 'TWO']) {
    const row = ofRegistry.replace('GS,Gold Standard,GS1', `${registry},${registry},77`)
    expect((await importFile(row)).answer).toMatchObject({ added: 1 })
  }
  expect((await edit('77', '--name', 'X')).answer).toMatchObject({ code: 'several_projects' })
  expect((await edit('TWO 77', '--name', 'X')).answer).toMatchObject({ ok: true, registry: 'TWO' })
}, 60_000)
