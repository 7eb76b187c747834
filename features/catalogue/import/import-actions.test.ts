// Tests imports by staff over HTTP: the outcome of each row before anything is written, and all rows or none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectHeader, stove, wind } from '#tests/support/example-catalogue-files.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const batchHeader =
  'registry,external_project_id,name,vintage_year,serial_number,quantity_tco2e,issuance_date,price_per_kg,currency'
const block = (series: number, price: string, name = '') =>
  `GS,GS1,${name},2024,GS1-1-TR-GS1-1-2024-${series}-1-5,5,2026-04-13,${price},GBP`
const serialOf = (series: number) => `GS1-1-TR-GS1-1-2024-${series}-1-5`

let test: TestApp
let staffConsole: TestConsole
let registry: StaffClient
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  registry = await staffConsole.signIn('registry')
  await done('projects import', { file: fileOf(projectHeader, wind, stove) })
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const fileOf = (...lines: readonly string[]) => ({
  name: 'list.csv',
  text: `${lines.join('\n')}\n`,
})
const batches = (...rows: readonly string[]) => ({ file: fileOf(batchHeader, ...rows) })

const preview = async (name: string, input: object) => {
  const { status, body } = await registry.act(name, input, { preview: true })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const run = (name: string, input: object, digest?: string) =>
  registry.act(name, input, digest === undefined ? {} : { digest })
async function done(name: string, input: object) {
  const { digest } = await preview(name, input)
  const { status, body } = await run(name, input, digest)
  expect([status, body.outcome, body.error]).toEqual([200, 'done', undefined])
  return body
}

const findSerials = statement(
  'test-serials-of-imports',
  { serial_number: 'text' },
  'select serial_number from batches order by 1',
)
const editByHand = statement(
  'test-edit-project-by-hand',
  {},
  `update projects set name = 'By hand', sdgs = '{1}', edited_fields = '{name,sdgs}'
   where external_id = 'GS3'`,
)
const storedSerials = async () =>
  (await test.services.db.run(findSerials)).map((row) => row.serial_number)
const figuresOf = (body: { figures: { label: string; after: string }[] }) =>
  Object.fromEntries(body.figures.map(({ label, after }) => [label, after]))

async function newestRows(count: number) {
  const admin = await staffConsole.signIn('admin')
  return (await admin.get(`/audit?limit=${count}`)).body
}

describe('a file of batches', () => {
  beforeAll(() => done('batches import', batches(block(1, '0.0243'), block(2, '0.03', 'Old'))))

  it('shows the outcome of each row, refused ones first, and writes nothing', async () => {
    const before = await storedSerials()
    const file = batches(
      block(3, '0.02'),
      block(2, '0.0301', 'New name'),
      block(1, '0.0243'),
      'GS,GS1,,2024,GS1-1-TR-GS1-1-2024-4-1-5,9,2026-04-13,0.02,GBP',
      block(5, '24.3'),
    )
    const body = await preview('batches import', file)
    expect(figuresOf(body)).toEqual({
      File: 'list.csv',
      Refused: '2 rows',
      Changed: '1 row',
      New: '1 row',
      Unchanged: '1 row',
    })
    expect(body.refusal).toBe('2 rows are refused, so nothing is taken from the file.')
    expect(body.rows).toEqual([
      {
        ...{ line: 5, outcome: 'refused', subject: serialOf(4) },
        text: 'serial_number: spans 5 tonnes, not 9',
      },
      {
        ...{ line: 6, outcome: 'refused', subject: serialOf(5) },
        text: expect.stringContaining('“Accept unusual prices” takes it'),
      },
      {
        ...{ line: 3, outcome: 'changed', subject: serialOf(2) },
        changes: [
          { label: 'Name', before: 'Old', after: 'New name' },
          { label: 'Price', before: '0.03 GBP', after: '0.0301 GBP' },
        ],
      },
      {
        ...{ line: 2, outcome: 'new', subject: serialOf(3) },
        changes: [
          { label: 'Price', before: null, after: '0.02 GBP' },
          { label: 'Stock', before: null, after: '5000 kg' },
        ],
      },
      { line: 4, outcome: 'unchanged', subject: serialOf(1) },
    ])
    const refused = await run('batches import', file)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'action_refused', reason_code: 'file_refused', error: body.refusal },
    })
    expect(await storedSerials()).toEqual(before)
  })

  it('is taken whole, with one row of the audit trail, and one for each price', async () => {
    const file = batches(block(2, '0.0302'), block(6, '0.02'))
    const body = await done('batches import', file)
    expect(figuresOf(body)).toEqual({ File: 'list.csv', Changed: '1 row', New: '1 row' })
    expect(await storedSerials()).toContain(serialOf(6))
    const [whole, price] = await newestRows(2)
    expect(whole).toMatchObject({
      action: 'batches import',
      ...{ by: registry.name, reason: 'a test', outcome: 'done', about: ['list.csv'] },
      figures: body.figures,
    })
    expect(price).toMatchObject({
      ...{ action: 'batches import', by: registry.name, roles: ['registry'], outcome: 'done' },
      about: [serialOf(2), expect.stringMatching(/^old /), 'new 0.0302 GBP'],
    })
  })

  it('takes an unusual price that was accepted, and says so', async () => {
    const input = { ...batches(block(7, '2.5')), accept_price: true }
    const { rows, figures } = await preview('batches import', input)
    expect(rows).toMatchObject([{ outcome: 'new', text: 'The price is unusual, and accepted.' }])
    expect(figuresOf({ figures })).toMatchObject({ 'Accepted unusual prices': '1' })
    await done('batches import', input)
  })

  it('counts rows that a choice leaves out', async () => {
    const part = 'GS,GS1,,2024,GS1-1-TR-GS1-1-2024-1-1-2,2,2026-04-13,0.02,GBP'
    const { rows } = await preview('batches import', { ...batches(part), skip_known: true })
    expect(rows).toEqual([
      {
        ...{ line: 2, outcome: 'left_out', subject: 'GS1-1-TR-GS1-1-2024-1-1-2' },
        text: `it is a part of batch ${serialOf(1)}`,
      },
    ])
  })

  it('is not taken if its outcome has changed since the preview', async () => {
    const file = batches(block(1, '0.0244'))
    const { digest } = await preview('batches import', file)
    await done('batches import', batches(block(1, '0.0245')))
    const refused = await run('batches import', file, digest)
    expect(refused).toMatchObject({ status: 409, body: { reason_code: 'preview_changed' } })
    const again = await preview('batches import', file)
    expect(again.rows[0].changes).toEqual([
      { label: 'Price', before: '0.0245 GBP', after: '0.0244 GBP' },
    ])
  })

  it('that two people send at once is taken once, and no row is lost', async () => {
    const file = batches(block(8, '0.02'), block(9, '0.02'))
    const { digest } = await preview('batches import', file)
    const other = await staffConsole.signIn('registry')
    const answers = await Promise.all(
      [registry, other].map((client) => client.act('batches import', file, { digest })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ reason_code: 'preview_changed' })
    expect(await storedSerials()).toEqual(expect.arrayContaining([serialOf(8), serialOf(9)]))
  })

  it('that is sent again under its key gets the first answer', async () => {
    const file = batches(block(10, '0.02'))
    const { digest } = await preview('batches import', file)
    const key = 'import-once'
    const first = await registry.act('batches import', file, { digest, key })
    const again = await registry.act('batches import', file, { digest, key })
    expect(again.body.figures).toEqual(first.body.figures)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it.each([
    [{ price: '0,02' }, /^“Price of a kilogram”: .*decimal comma/],
    [{ uncompared: ['GS'] }, /^“Registries that cannot be compared”: serials of GS are always/],
  ])('with the terms %j is refused with the name of the field', async (terms, sentence) => {
    const input = { ...batches(block(11, '0.02')), ...terms }
    const { status, body } = await registry.act('batches import', input, { preview: true })
    expect([status, body.reason_code]).toEqual([409, 'invalid_terms'])
    expect(body.error).toMatch(sentence)
  })

  it('with an unknown column is taken after the column was named', async () => {
    const text = `${batchHeader},Shelf\n${block(12, '0.02')},A\n`
    const input = { file: { name: 'list.csv', text } }
    const { rows } = await preview('batches import', input)
    expect(rows).toMatchObject([
      { line: 1, outcome: 'refused', text: expect.stringContaining('“Columns to ignore” "Shelf"') },
    ])
    const { refusal } = await preview('batches import', { ...input, ignore_column: 'Shelf' })
    expect(refusal).toBeUndefined()
  })
})

describe('a file of projects', () => {
  it('shows old and new values of each changed project', async () => {
    const moved = wind.replace('Wind', 'Wind of the hill')
    const { rows } = await preview('projects import', { file: fileOf(projectHeader, moved, stove) })
    expect(rows).toMatchObject([
      {
        ...{ line: 2, outcome: 'changed', subject: 'GS GS1' },
        changes: [{ label: 'Name', before: 'Wind', after: 'Wind of the hill' }],
      },
      { line: 3, outcome: 'unchanged' },
    ])
  })
})

describe('the outcome of each project', () => {
  const columns = `${projectHeader},image_url`
  const page = 'https://registry.goldstandard.org/projects/details/3'
  const hills = `GS,Gold Standard,GS3,,Hills,,Turkey,TR,Verified,Wind,,,,,,[7],Windy.,`
  const facts = (own: readonly string[], name = 'projects import', input = {}) =>
    preview(name, { file: fileOf(columns, ...own), ...input })
  beforeAll(() => done('projects import', { file: fileOf(columns, hills) }))

  it('has each of its facts, old and new, and whether it leaves the lists', async () => {
    const texts = '"[1,13]",Newer.,https://registry.example/1.jpg'
    const moved = `GS,Gold Standard,GS3,${page},Hill,Gale Ltd.,Kenya,KE,Withdrawn,PV,,,,,,${texts}`
    const body = await facts([moved])
    expect(body.rows).toEqual([
      {
        ...{ line: 2, outcome: 'changed', subject: 'GS GS3' },
        changes: [
          { label: 'Name', before: 'Hills', after: 'Hill' },
          { label: 'Status', before: 'Verified', after: 'not listed (Withdrawn)' },
          { label: 'Country', before: 'Turkey', after: 'Kenya' },
          { label: 'Developer', before: 'none', after: 'Gale Ltd.' },
          { label: 'Type', before: 'Wind', after: 'PV' },
          { label: 'Goals', before: '7', after: '1, 13' },
          { label: 'Picture', before: 'none', after: 'https://registry.example/1.jpg' },
          { label: 'Page at the registry', before: 'none', after: page },
          { label: 'Text', before: 'Windy.', after: 'Newer.' },
        ],
      },
    ])
    expect(figuresOf(body)).toEqual({
      ...{ File: 'list.csv', Changed: '1 row', 'Projects that leave the lists': '1' },
    })
  })

  it('is new with its name and status, and names an unknown status and country', async () => {
    const own = hills.replace('GS3', 'GS4').replace('Verified', 'Brilliant')
    const body = await facts([own.replace('Turkey,TR', 'Atlantis,AX')])
    expect(body.rows).toEqual([
      {
        ...{ line: 2, outcome: 'new', subject: 'GS GS4' },
        changes: [
          { label: 'Name', before: null, after: 'Hills' },
          { label: 'Status', before: null, after: 'not listed (Brilliant)' },
        ],
        text: 'The status "Brilliant" is not known. The country "Atlantis" is not known.',
      },
    ])
  })

  it('is changed in other facts that are not shown', async () => {
    expect((await facts([hills.replace('Wind,,,', 'Wind,AMS-I.D.,,')])).rows).toEqual([
      { line: 2, outcome: 'changed', subject: 'GS GS3', text: 'Other facts.' },
    ])
  })

  it('is listed again with its status', async () => {
    await done('projects import', { file: fileOf(columns, hills.replace('Verified', 'Withdrawn')) })
    const body = await facts([hills])
    const changes = [{ label: 'Status', before: 'not listed (Withdrawn)', after: 'Verified' }]
    expect(body.rows).toEqual([{ line: 2, outcome: 'changed', subject: 'GS GS3', changes }])
    expect(figuresOf(body)).toMatchObject({ 'Projects that are listed again': '1' })
    await done('projects import', { file: fileOf(columns, hills) })
  })

  it('keeps what staff have set, unless that is overwritten', async () => {
    await test.services.db.run(editByHand)
    const kept = await facts([hills])
    const text = 'Set by staff, and kept: name, sdgs.'
    expect(kept.rows).toEqual([{ line: 2, outcome: 'unchanged', subject: 'GS GS3', text }])
    expect(figuresOf(kept)).toMatchObject({ 'Projects whose set fields stay': '1' })
    const overwritten = await facts([hills], 'projects import', { overwrite: true })
    const changes = [
      { label: 'Name', before: 'By hand', after: 'Hills' },
      { label: 'Goals', before: '1', after: '7' },
    ]
    expect(overwritten.rows).toEqual([{ line: 2, outcome: 'changed', subject: 'GS GS3', changes }])
    expect(figuresOf(overwritten)).toEqual({ File: 'list.csv', Changed: '1 row' })
  })
})

it('batches whose units may no longer be sold are counted, as are those with such tonnes', async () => {
  const own = [block(21, '0.02'), block(22, '0.02')]
  await done('batches import', batches(...own))
  const part = 'GS,GS1,,2024,GS1-1-TR-GS1-1-2024-22-2-3,2,2026-04-13,0.02,GBP'
  const file = fileOf(`${batchHeader},status`, `${own[0]},Retired`, `${part},Retired`)
  const body = await preview('batches import', { file, skip_unsellable: true })
  const says = 'its status "Retired" may not be sold'
  const leftOut = { outcome: 'left_out' }
  expect(body.rows).toEqual([
    { ...leftOut, line: 2, subject: serialOf(21), text: `${says}; it is a known batch` },
    {
      ...{ ...leftOut, line: 3, subject: 'GS1-1-TR-GS1-1-2024-22-2-3' },
      text: `${says}; it is a part of batch ${serialOf(22)}`,
    },
  ])
  expect(figuresOf(body)).toEqual({
    ...{ File: 'list.csv', 'Left out': '2 rows', 'Known batches to withdraw': '1' },
    'Batches with tonnes to withdraw': '1',
  })
})

it('a project that a file of batches creates is counted and named', async () => {
  const header = `${batchHeader},project_name,country,project_type`
  const own = 'GS,GS9,,2024,GS1-1-TR-GS9-1-2024-51-1-5,5,2026-04-13,0.02,GBP,Hills,Turkey,Wind'
  const body = await preview('batches import', { file: fileOf(header, own), create_projects: true })
  expect(body.rows).toMatchObject([{ outcome: 'new', text: 'GS GS9 is a new project.' }])
  expect(figuresOf(body)).toEqual({ File: 'list.csv', New: '1 row', 'New projects': '1' })
})

describe('a file of featured projects', () => {
  const header = 'country,registry,external_id,preferred_serial_number'
  const wood = stove.split(',')
  const other = `${wood[0]},${wood[2]}`

  it('shows which projects are new, moved and removed', async () => {
    const first = { file: fileOf(header, 'GB,GS,GS1,', `GB,${other},`) }
    const newAt = (after: string) => [{ label: 'Place', before: null, after }]
    expect((await preview('featured set', first)).rows).toEqual([
      { line: 2, outcome: 'new', subject: 'GB: GS GS1', changes: newAt('1') },
      { line: 3, outcome: 'new', subject: `GB: ${wood[0]} ${wood[2]}`, changes: newAt('2') },
    ])
    await done('featured set', first)
    const { rows } = await preview('featured set', { file: fileOf(header, `GB,${other},`) })
    expect(rows).toMatchObject([
      { line: null, outcome: 'removed', subject: 'GB: GS GS1' },
      { line: 2, outcome: 'changed', changes: [{ label: 'Place', before: '2', after: '1' }] },
    ])
  })

  it('shows another preferred batch', async () => {
    const featured = (preferred: string) => ({ file: fileOf(header, `GB,GS,GS1,${preferred}`) })
    await done('batches import', batches(block(13, '0.02')))
    await done('featured set', featured(''))
    const { rows } = await preview('featured set', featured(serialOf(13)))
    const changes = [{ label: 'Preferred batch', before: 'none', after: serialOf(13) }]
    expect(rows).toMatchObject([{ line: 2, outcome: 'changed', changes }])
  })
})

describe.each(['projects import', 'batches import', 'featured set'])('%s', (name) => {
  it.each([
    ['an empty file', '', 'the file is empty'],
    ['a header alone', 'country,registry,external_id\n', 'row below the header'],
    ['a file for something else', 'balance_transaction_id,net\ntxn_1,2.00\n', 'the header has no'],
    ['a file of one endless line', 'x'.repeat(70_000), 'the line is longer than'],
  ])('refuses %s with its line', async (_, text, sentence) => {
    const { rows } = await preview(name, { file: { name: 'list.csv', text } })
    expect(rows).toHaveLength(1)
    const isHeaderAlone = text.startsWith('country') && name !== 'featured set'
    expect(rows[0]).toMatchObject({ line: 1, outcome: 'refused' })
    expect(rows[0].text).toContain(isHeaderAlone ? 'the header has no' : sentence)
  })
})

it('an action with a file needs the role, and another role sees no such action', async () => {
  const support = await staffConsole.signIn('support')
  const { status } = await support.act('batches import', batches(block(1, '0.02')))
  expect(status).toBe(403)
})

it('a file with more rows than a preview shows is refused before it is read to its end', async () => {
  const text = `${batchHeader}\n${'x\n'.repeat(60_000)}`
  const input = { file: { name: 'list.csv', text } }
  const { status, body } = await registry.act('batches import', input, { preview: true })
  expect([status, body.reason_code]).toEqual([409, 'file_refused'])
  expect(body.error).toContain('more than 50000 rows')
})
