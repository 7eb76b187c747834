// Tests the offer from the command line: withdrawing, offering, auditing, and the options of an
// import.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'

const serial = 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000'
const columns =
  'registry,external_project_id,project_name,country,country_code,project_type,vintage_year,' +
  'issuance_date,serial_number,quantity_tco2e,status'
const row = (block: string, tonnes: number, status: string) =>
  `CAR,CAR1335,Soil of Kansas,United States,US,Soil,2025,,${block},${tonnes},${status}`

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-offers-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  const ran = await runOperator({ DATABASE_URL: database.url }, args)
  return { ...ran, answer: (): unknown => JSON.parse(ran.stdout) }
}

it('imports a registry’s own file with a price, its projects, and no unsellable unit', async () => {
  const file = join(folder, 'issued.csv')
  const part = serial.replace('1 to 5000', '10 to 20')
  const rows = [
    row(serial, 5_000, 'ACTIVE'),
    row(part, 11, 'ACTIVE'),
    row(part, 11, 'Retired'),
  ] as const
  await writeFile(file, `${[columns, rows[0], rows[1]].join('\n')}\n`)
  const terms = ['--price', '0.0243', '--currency', 'USD', '--create-projects', '--json']
  const refused = await run('batches', 'import', file, ...terms)
  expect(refused.code).toBe(1)
  expect(refused.answer()).toMatchObject({ ok: false, faults: [{ line: 3 }] })
  const imported = await run('batches', 'import', file, '--skip-known', ...terms)
  expect(imported.answer()).toEqual({
    ...{ ok: true, added: 1, changed: 0, unchanged: 0 },
    ...{ known: 1, projects_added: 1 },
    left_out: [
      { file: 'issued.csv', line: 3, fault: `${part}: it is a part of ${serial} on line 2` },
    ],
  })
  await writeFile(file, `${[columns, rows[0], rows[2]].join('\n')}\n`)
  const told = await run(
    ...['batches', 'import', file, '--skip-unsellable', '--price', '0.0243', '--currency', 'USD'],
  )
  expect(told.stdout).toBe(
    `left out  issued.csv, line 3: ${part}: its status "Retired" may not be sold; ` +
      `it is a part of batch ${serial}\n` +
      'Imported batches: 0 added, 0 changed, 1 unchanged, 1 left out as not for sale.\n' +
      `${serial} has tonnes that its registry does not let be sold: ` +
      'retirements record where they are ours, else batches withdraw.\n',
  )
  const free = await run('batches', 'import', file, '--price', 'free', '--json')
  expect(free.answer()).toMatchObject({ ok: false, error: expect.stringMatching(/^--price: /) })
}, 120_000)

it('takes a batch off sale and offers it again, each with a reason', async () => {
  const silent = await run('batches', 'withdraw', serial, '--json')
  expect(silent.code).toBe(2)
  expect(silent.answer()).toMatchObject({ ok: false, error: '--reason TEXT is required.' })
  const withdrawn = await run('batches', 'withdraw', serial, '--reason', 'A recall.', '--json')
  expect(withdrawn.answer()).toEqual({
    ...{ ok: true, serial_number: serial, offer: 'withdrawn', changed: true },
    ...{ available_kg: 5_000_000, held_kg: 0, sold_kg: 0 },
  })
  const audit = await run('batches', 'audit', '--json')
  expect(audit.code).toBe(0)
  expect(audit.answer()).toMatchObject({
    ok: true,
    conflicting: [],
    withdrawn: [{ serial_number: serial, project: 'CAR CAR1335', offer_reason: 'A recall.' }],
  })
  const offered = await run('batches', 'offer', serial.toLowerCase(), '--reason', 'It is over.')
  expect(offered.stdout).toContain(`${serial} is for sale now.`)
  const again = await run('batches', 'audit')
  expect(again.stdout).toBe(
    'No tonne is for sale twice, and every batch holds what its serial says.\n',
  )
  const nobody = await run('batches', 'withdraw', 'CAR-9', '--reason', 'A recall.', '--json')
  expect(nobody.answer()).toMatchObject({ ok: false, code: 'batch_not_found' })
}, 120_000)

it('imports registries that cannot be compared only if each is named', async () => {
  const file = join(folder, 'uncompared.csv')
  const rowOf = (registry: string) =>
    `${registry},1,Soil,United States,US,Soil,2025,,${registry} 7,5,ACTIVE`
  await writeFile(file, `${[columns, rowOf('EXT'), rowOf('OTHER')].join('\n')}\n`)
  const terms = ['--price', '0.0243', '--currency', 'USD', '--create-projects', '--json']
  const importing = (...registries: readonly string[]) =>
    run(
      'batches',
      'import',
      file,
      ...terms,
      ...registries.flatMap((each) => ['--uncompared', each]),
    )
  expect((await importing('EXT')).answer()).toMatchObject({
    faults: [{ line: 3, fault: expect.stringContaining('--uncompared OTHER') }],
  })
  expect((await importing('EXT', 'CAR')).answer()).toMatchObject({
    error: '--uncompared: serials of CAR are always compared',
  })
  expect((await importing('EXT', 'OTHER')).answer()).toMatchObject({ ok: true, added: 2 })
  const help = await run('batches', 'import', '--help')
  expect(help.stdout).toContain('--uncompared <REGISTRY>')
}, 60_000)

it('imports a file with a column that it does not know only if the column is named', async () => {
  const file = join(folder, 'columns.csv')
  const cells = 'CAR,CAR1335,Soil,United States,US,Soil,2025,'
  const serial = 'CAR-1-US-1335-31-983-KS-2025-9777-1 to 5'
  await writeFile(file, `${columns},Handed back\n${cells},${serial},5,ACTIVE,yes\n`)
  const terms = ['--price', '0.0243', '--currency', 'USD', '--create-projects', '--json']
  const importing = (...options: readonly string[]) =>
    run('batches', 'import', file, ...terms, ...options)
  expect((await importing()).answer()).toMatchObject({
    ok: false,
    faults: [{ line: 1, fault: expect.stringContaining('--ignore-column "Handed back"') }],
  })
  expect((await importing('--ignore-column', 'Handed')).answer()).toMatchObject({
    faults: [{ fault: '--ignore-column: the file has no column "Handed"' }],
  })
  const allowed = await importing('--ignore-column', 'handed_back')
  expect(allowed.answer()).toMatchObject({ ok: true, added: 1 })
  const trail = await run('audit', 'list', '--about', 'handed_back', '--json')
  expect(trail.answer()).toMatchObject({ entries: [{ command: 'batches import' }] })
}, 60_000)
