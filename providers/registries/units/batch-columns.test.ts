// Tests which columns a file of batches may have, in which spellings, and how an operator allows another.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBatchFile } from '#providers/registries/tables/batch-file.ts'
import { textFile } from '#tests/support/example-catalogue-files.ts'

const needed = [
  ...['registry', 'external_project_id', 'vintage_year', 'serial_number', 'quantity_tco2e'],
  ...['issuance_date', 'price_per_kg', 'currency'],
]
const row = 'GS,GS11236,2024,GS1-1-UG-GS11236-16-2024-30307-1-5,5,2026-04-13,0.02,GBP'

/** Reads a file with these columns after the needed ones, and these cells or empty ones. */
async function read(
  columns: readonly string[],
  { ignored = [], cells = columns.map(() => '') }: { ignored?: string[]; cells?: string[] } = {},
) {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const header = [...needed, ...columns.map(quoted)].join(',')
  const line = [row, ...cells.map(quoted)].join(',')
  const reads = []
  for await (const each of readBatchFile(textFile('b.csv', header, line), ignored)) reads.push(each)
  return reads
}

/** Columns of the public exports, without those that our files call by another name. */
const exports: Readonly<Record<string, readonly string[]>> = {
  ours: [
    ...['project_name', 'developer', 'country', 'country_code', 'project_type', 'methodology'],
    ...['quantity_kg', 'status', 'product', 'retirement_date'],
    ...['monitoring_start', 'monitoring_end', 'label', 'sdgs', 'name'],
  ],
  projects: [
    ...[
      'registry_name',
      'registry_internal_id',
      'external_url',
      'region',
      'status_raw',
      'type_raw',
    ],
    ...['afolu_activities', 'size', 'estimated_annual_credits', 'crediting_period_start'],
    ...['crediting_period_end', 'credits_issued_total', 'as_of'],
  ],
  Verra: [
    ...['Sustainable Development Goals', 'Credit Type', 'Vintage Start', 'Vintage End', 'ID'],
    ...['Reporting Period Start', 'Reporting Period End', 'Region', 'Country/Area'],
    ...['Total Vintage Quantity', 'Quantity Issued', 'Additional Certifications', 'Is Cancelled'],
    ...['Retirement/Cancellation Date', 'Retirement Beneficiary', 'Retirement Reason'],
    ...['Retirement Details', 'Holding ID', 'Proponent'],
  ],
  'Gold Standard': [
    ...['GSID', 'Project Developer', 'Vintage', 'Quantity', 'Product Type', 'Retirement Date'],
    ...['Monitoring Period Start Date', 'Monitoring Period End Date', 'Using Entity', 'POA GSID'],
    ...['CORSIA eligible?', 'Credit Status', 'carbon_stream'],
  ],
  CAR: [
    ...['Vintage', 'Offset Credit Serial Numbers', 'Quantity of Offset Credits', 'Project ID'],
    ...['Reduction/Removal', 'Reversible/Non-Reversible', 'Protocol and Version', 'Date Issued'],
    ...[
      'Project Site Location',
      'Project Site State',
      'Project Site Country',
      'Activity Area Type',
    ],
    ...['Additional Certification(s)', 'Eligible for CORSIA 2021-2023 Compliance Period'],
    ...['Corresponding Adjustment', 'ICVCM CCP Eligible', 'Retirement Reason Details'],
  ],
  ACR: [
    ...['Credit Serial Numbers', 'Quantity of Credits', 'Verified Removal', 'Date Issued (GMT)'],
    ...['Vintage Assignment Period Start Date', 'Vintage Assignment Period End Date'],
    ...['CORSIA Eligible', 'ARB Eligible', 'Ecology Eligible', 'Cancellation Type'],
    ...['Project Methodology/Protocol', 'Methodology/Protocol Version', 'Verification Body'],
  ],
}

describe('a file of batches', () => {
  it.each(Object.entries(exports))('has only known columns in exports: %s', async (_, columns) => {
    const cells = columns.map(
      (column) =>
        // Cells that an export never leaves empty.
        ({ project_type: 'Wind', quantity_kg: '5000', status: 'ISSUED' })[column] ?? '',
    )
    expect(await read(columns, { cells })).toMatchObject([{ row: { quantityTonnes: 5 } }])
  })

  it('has only known columns in the demonstration', () => {
    const file = readFileSync('database/demo-catalogue/batches.csv', 'utf8')
    const known = new Set([...needed, ...Object.values(exports).flat()])
    expect(
      file
        .split('\n')[0]
        ?.split(',')
        .filter((name) => !known.has(name)),
    ).toEqual([])
  })

  it('with other columns is refused as a whole, and the fault names each of them', async () => {
    const fault = expect.stringMatching(
      /columns that the import does not know: "Handed back", "Begünstigter"\..* --ignore-column "Handed back" --ignore-column "Begünstigter"$/,
    )
    expect(await read(['label', 'Handed back', 'Begünstigter'])).toEqual([
      { file: 'b.csv', line: 1, fault },
    ])
  })

  it.each([
    '!Retired',
    '¬Retired',
    'Retired ≠',
    'Unretired',
    'Not retired',
    'Retired by agent',
    '-',
  ])('may not have the column %j', async (column) => {
    expect(await read([column])).toMatchObject([
      { fault: expect.stringContaining(`a column that the import does not know: "${column}".`) },
    ])
  })

  it.each(['Vintage.Year', 'státus', 'SERIALNUMBER', 'Ѕtatus'])(
    'may not have %j for a column that is read',
    async (column) => {
      expect(await read([column])).toMatchObject([{ fault: expect.stringContaining('call it ') }])
    },
  )

  it('may not have content in a column without a name', async () => {
    expect(await read([''], { cells: ['retired'] })).toMatchObject([
      {
        line: 2,
        fault: expect.stringContaining('the column without a name has the cell "retired"'),
      },
    ])
    expect(await read(['', ''])).toMatchObject([{ row: {} }])
  })
})

describe('--ignore-column', () => {
  it('allows a column in any spelling, and its cells still forbid the sale', async () => {
    const ignored = ['my NOTE']
    expect(await read(['My_Note'], { ignored, cells: ['fine'] })).toMatchObject([
      { row: { unit: { refusals: [] } } },
    ])
    for (const cell of ['retired', 'stillgelegt für ACME']) {
      expect(await read(['My_Note'], { ignored, cells: [cell] })).toMatchObject([
        { row: { unit: { refusals: [{ column: 'My_Note', text: cell }] } } },
      ])
    }
    expect(await read(['My_Note', 'Other'], { ignored })).toMatchObject([
      { fault: expect.stringContaining('does not know: "Other".') },
    ])
  })

  it.each([
    ['Foo', 'the file has no column "Foo"'],
    ['retirement date', 'reads or checks the column "retirement date"'],
    ['Currency', 'reads or checks the column "Currency"'],
  ])('may not name %j', async (name, fault) => {
    expect(await read(['Retirement-Date', 'Bar'], { ignored: ['Bar', name] })).toMatchObject([
      { line: 1, fault: expect.stringContaining(fault) },
    ])
  })
})
