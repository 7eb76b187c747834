// Tests units that may not be sold, from the command line: refused by line, or left out and
// counted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'

const columns =
  'registry,external_project_id,project_name,country,country_code,project_type,vintage_year,' +
  'issuance_date,serial_number,quantity_tco2e,status,Product,Retirement Beneficiary'
type Row = { id?: string; vintage?: string; issued?: string; product?: string; used?: string }
const row = (block: number, cells: Row = {}) => {
  const { id = 'GS7', vintage = '2024', issued = '2026-04-13', product = 'VER', used = '' } = cells
  const serial = `GS1-1-KE-${id}-16-2024-${30_000 + block}-1-5`
  return `GS,${id},Stoves,Kenya,KE,Stoves,${vintage},${issued},${serial},5,ISSUED,${product},${used}`
}
const refused: readonly (readonly [string, RegExp])[] = [
  [row(2, { product: 'PER' }), /^Product: "PER" is planned, not issued/],
  [row(3, { product: 'Pending issuance' }), /^Product: "Pending issuance" is planned/],
  [row(4, { product: 'EUA' }), /^Product: "EUA" is no unit that is sold/],
  [row(5, { product: '' }), /^Product: is empty/],
  [row(6, { used: 'Acme' }), /^Retirement Beneficiary: "Acme" says that these units were/],
  [row(7, { vintage: '2099', issued: '' }), /^vintage_year: 2099 is after today/],
  [row(8, { issued: '2098-01-01' }), /^issuance_date: 2098-01-01 is after today/],
  [row(9, { issued: '2023-12-31' }), /^issuance_date: 2023-12-31 is before the vintage 2024/],
  [row(10, { id: 'VCS7' }), /^external_project_id: VCS7 is a project of VCS/],
]

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-units-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function importRows(rows: readonly string[], ...flags: readonly string[]) {
  const file = join(folder, 'issued.csv')
  await writeFile(file, `${[columns, ...rows].join('\n')}\n`)
  const terms = ['--price', '0.0243', '--currency', 'USD', '--create-projects', '--json']
  const ran = await runOperator({ DATABASE_URL: database.url }, [
    ...['batches', 'import', file],
    ...terms,
    ...flags,
  ])
  return { code: ran.code, answer: JSON.parse(ran.stdout) }
}

it('refuses each row by its line, and imports none', async () => {
  const { code, answer } = await importRows([row(1), ...refused.map(([text]) => text)])
  expect(code).toBe(1)
  expect(answer).toEqual({
    ok: false,
    faults: refused.map(([, fault], index) => ({
      file: 'issued.csv',
      line: index + 3,
      fault: expect.stringMatching(new RegExp(`${fault.source}.*\\(--skip-unsellable leaves`)),
    })),
  })
})

it('leaves them out with --skip-unsellable, each named with its reason', async () => {
  const rows = [row(1), ...refused.map(([text]) => text)]
  const { code, answer } = await importRows(rows, '--skip-unsellable')
  expect(code).toBe(0)
  expect(answer).toMatchObject({ ok: true, added: 1, unsellable: refused.length })
  expect(answer.left_out).toHaveLength(refused.length)
  // A known batch that comes back as used is named: its operator has to withdraw it.
  const { answer: used } = await importRows([row(1, { used: 'Acme' })], '--skip-unsellable')
  expect(used).toMatchObject({
    unsellable: 1,
    no_longer_sellable: [expect.stringMatching(/^GS1-/)],
  })
})
