// Tests each reason why the units of a row may not be sold, and a row without a reason.
import { expect, it } from 'vitest'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { unitFactsOf } from '#providers/registries/units/unit-facts.ts'
import { readExampleRow } from '#tests/support/example-catalogue-files.ts'
import { unsellableReason } from './unit-judgement.ts'

const verra = '19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1'
const row = await readExampleRow()
const verraRow = { ...row, registry: 'VCS', externalProjectId: 'VCS1340', serialNumber: verra }
const today = '2026-11-25'

const reason = (change: Partial<RegistryBatch>, cells: Record<string, string> = {}) =>
  unsellableReason({ ...row, ...change, unit: unitFactsOf(cells) }, today)

it('a valid row has no reason', () => {
  const cells = { product: 'VER', retirement_date: '', label: 'Emission Reduction' }
  const period = { monitoring_start: '2024-01-01', monitoring_end: '12/8/2024' }
  expect(reason({}, { ...cells, ...period })).toBeNull()
  expect(reason({ statusWord: null })).toBeNull()
  expect(
    reason({}, { Available: 'Yes', 'Available quantity': '10', Issued: '2026-04-13' }),
  ).toBeNull()
  expect(reason({}, { 'Total Vintage Quantity': '12030', 'Quantity Issued': '2,030' })).toBeNull()
  expect(
    reason({}, { Vintage: '2024', 'Issue date': '2026-04-12', 'Next issuance': '2027-01-01' }),
  ).toBeNull()
  expect(reason({}, { 'CORSIA eligible': 'No', No: '0', Remaining: '', Active: '-' })).toBeNull()
  expect(reason({ ...verraRow, vintageYear: 2020, issuedOn: '2020-12-31' })).toBeNull()
  expect(reason({ vintageYear: 2026, issuedOn: today })).toBeNull()
  expect(reason({ registry: 'TST', externalProjectId: 'TST-1' })).toBeNull()
})

it.each([
  ['Available quantity', '39', false],
  ['Available quantity', '40', true],
  ['Quantity Available', '1', false],
  ['Remaining', '5 t', false],
  ['Remaining', '40.00', true],
  ['Units remaining', '12', false],
  ['For sale', '3', false],
  ['Available', '1', true],
  ['Available', '12 units', false],
  ['Available', '1,000', true],
  ['Available', "1'000.0 tCO2e", true],
  ['Quantity issued', '12', false],
  ['Total credits issued', '39', false],
  ['Total credits issued', '12,030', true],
  ['Credits Issued Total', '39.5', false],
  ['Credits Issued Total', 'unknown', true],
  ['Total Offset Credits Issued', '40', true],
  ['Total Offset Credits Issued', '4', false],
  ['Total Vintage Quantity', '39', false],
  ['Total Vintage Quantity', '1.040', true],
  ['Issued', '20', true],
  ['Active', '1', true],
  ['Quantity', '39', false],
  ['Quantity', '40', true],
  ['Quantity', '40,0 VCUs', true],
  ['Quantity', '40.000', true],
  ['Quantity', '41', false],
  ['Quantity', '', true],
  ['Quantity', 'n/a', true],
  ['quantity', '-40', false],
  ['Tonnes', '1', false],
  ['tonnes', '40 tCO2e', true],
  ['Quantity of Credits', '400', false],
  ['Quantity of Offset Credits', '40 of 100', false],
])('a row of 40 tonnes with %s %s may be sold: %s', (column, text, isSellable) => {
  const found = reason({ quantityTonnes: 40 }, { [column]: text })
  const says = `"${text}" does not fit the row's 40 t`
  expect(found).toEqual(isSellable ? null : { column, says })
})

it.each(['Total credits issued', 'Available quantity', 'Remaining'])(
  'no units are sold with %s 0',
  (column) => {
    const says = '"0" says that these units may not be sold'
    expect(reason({}, { [column]: '0' })).toEqual({ column, says })
  },
)

it.each([
  ['an empty status', { statusWord: '' }, {}, /^status is empty/],
  ['a retired status', { statusWord: 'Retired' }, {}, /^status "Retired" may not/],
  ['a planned unit', {}, { product: 'PER' }, /^product "PER" is planned/],
  ['an unknown unit', {}, { unit_type: 'EUA' }, /^unit_type "EUA" is no unit/],
  ['an empty unit', {}, { product: ' ' }, /^product is empty/],
  ['one of two units', {}, { product: 'VER', 'Unit Type': 'PER' }, /^Unit Type "PER"/],
  ['an unknown second unit', {}, { product: 'VER', 'Unit Type': 'EUA' }, /^Unit Type "EUA" is no/],
  ['a foreign second unit', {}, { product: 'VER', 'Unit Type': 'VCU' }, /^Unit Type .* of VCS/],
  ['a unit of another registry', {}, { product: 'VCU' }, /a unit of VCS, and the row is of GS/],
  ...[
    ...[{ Vintage: '2027' }, { Vintage: '2026-2028' }, { 'Vintage Year End': '2028' }],
    ...[{ 'Reporting year': '2027' }, { 'Issue date': '2027-01-01' }, { Issuance: '1/1/2027' }],
    ...[{ 'Issued on': '2027-01-01' }, { 'Delivery year': '2030' }, { Delivery: 'Q3 2028' }],
    ...[{ 'Expected issuance': '2030-01-01' }, { 'Delivery date': '2030-01-01' }],
  ].map(
    (cells) =>
      [`${JSON.stringify(cells)}`, { issuedOn: null }, cells, /^\S.* is after today/] as const,
  ),
  ...[
    ...[{ Available: 'No' }, { 'Available?': 'false' }, { 'For Sale': 'n' }, { Tradable: 'NO' }],
    ...[{ Active: '0' }, { isActive: 'false' }, { Issued: 'No' }, { 'Available quantity': '0' }],
    ...[{ 'Quantity available': '0.00' }, { 'Units remaining': '0' }, { Verified: 'no' }],
    ...[{ Available: 'nein' }, { Available: '✗' }, { Available: 'Not available' }, { Active: '?' }],
    ...[{ Available: 'until sold' }, { Remaining: '000' }, { 'Available quantity': '-5' }],
  ].map(
    (cells) =>
      [`${JSON.stringify(cells)}`, {}, cells, /says that these units may not be sold$/] as const,
  ),
  ['a planned label', {}, { label: 'Planned Emission Reductions' }, /^label .* is planned/],
  ['a flag', {}, { 'Ex-ante': 'yes' }, /^Ex-ante "planned units" is planned/],
  ['a retirement day', {}, { 'Date Retired': '2025-01-02' }, /^Date Retired "2025-01-02" says/],
  ['a beneficiary', {}, { beneficiary: 'Acme' }, /^beneficiary "Acme" says/],
  ['another registry’s project', { registry: 'VCS' }, {}, /GS11236 is a project of GS/],
  ['a vintage to come', { vintageYear: 2027, issuedOn: null }, {}, /^vintage_year 2027 is after/],
  ['an issuance to come', { issuedOn: '2026-11-26' }, {}, /^issuance_date .* is after today/],
  ['an issuance before', { issuedOn: '2023-12-31' }, {}, /^issuance_date .* before the vintage/],
  ...['Issued on', 'Date Issued', 'date_issued_gmt', 'Issue date'].flatMap(
    (column) =>
      [
        [
          `an issuance before, in ${column}`,
          { issuedOn: null },
          { [column]: '12/31/2023' },
          /2023-12-31 is before the vintage/,
        ],
        [
          `an issuance to come, in ${column}`,
          { issuedOn: null },
          { [column]: '2026-11-26' },
          /2026-11-26 is after today/,
        ],
        [
          `an issuance within its period, in ${column}`,
          { issuedOn: null },
          { [column]: '2024-05-30', 'Monitoring end': '2024-05-31' },
          /2024-05-31 is after the issuance \(2024-05-30\)/,
        ],
        [
          `an issuance within the period of the serial, in ${column}`,
          { ...verraRow, vintageYear: 2020, issuedOn: null },
          { [column]: '2020-12-30' },
          /2020-12-30 is before 2020-12-31/,
        ],
      ] as const,
  ),
  [
    'an issuance within the period of the serial',
    { ...verraRow, vintageYear: 2020, issuedOn: '2020-12-30' },
    {},
    /^issuance_date 2020-12-30 is before 2020-12-31/,
  ],
  [
    'an issuance within the period of a serial in another spelling',
    {
      ...verraRow,
      serialNumber: `VCU Serial Number: ${verra.toLowerCase().replaceAll('-', ' – ')}`,
      ...{ vintageYear: 2020, issuedOn: '2020-12-30' },
    },
    {},
    /^issuance_date 2020-12-30 is before 2020-12-31/,
  ],
  [
    'a serial of a period to come',
    { ...verraRow, issuedOn: null, serialNumber: verra.replace('31122020', '31122026') },
    {},
    /^serial_number names a period that ends after today/,
  ],
  ['a period to come', { issuedOn: null }, { monitoring_end: '2027-01-01' }, /^monitoring_end/],
  ...[
    { 'monitoring period': '2026-05-01 - 2027-03-31' },
    { Monitoring_Period: '2026-05-01/2027-03-31' },
    { 'Vintage period': '5/1/2026 to 3/31/2027' },
    { 'Reporting Period': '2026-05-01–2027-03-31' },
    { 'Monitoring period': '2026-05-01 bis 2027-03-31' },
    { 'Period End': '2027-03-31' },
    { 'End of the period': '2027-03-31' },
    { 'Vintage Assignment Period End Date': '2027-03-31' },
    { 'Monitoring Period': '2026-05-01 au 2027-03-31' },
    { 'Monitoring Period': '2026-05-01 al 2027-03-31' },
    { 'Monitoring Period': '2026-05-01..2027-03-31' },
    { 'Monitoring Period': '2026-05-01 & 2027-03-31' },
  ].map(
    (cells) =>
      [
        `a period to come in ${Object.keys(cells)[0]}`,
        { issuedOn: null },
        cells,
        /2027-03-31 is after today/,
      ] as const,
  ),
  ...[
    ...[{ 'monitoring start': '2026-11-26' }, { 'Monitoring Period Start Date': '2031-06-01' }],
    ...[{ 'reporting period start': '2028-01-01' }, { 'Period Start': '3/1/2027' }],
    ...[{ 'Vintage assignment period start date': '2029-01-01' }, { 'Start of period': '2030' }],
    ...[{ 'vintage start': '2026-12-24' }, { Vintage: '2026-12' }, { Delivery: '2026-12' }],
    ...[{ 'monitoring period': '2030' }, { Monitoring_Period: 'from 2030' }],
    ...[{ 'Monitoring period': '2026-11-26' }, { 'vintage period': '2026-12' }],
    ...[{ 'Reporting Period': '2030' }, { 'Monitoring period': '2021 - 2030' }],
    ...[{ 'monitoring end': '2030' }],
  ].map(
    (cells) =>
      [
        `a period that begins after today: ${JSON.stringify(cells)}`,
        { issuedOn: null },
        cells,
        /^\S.* is after today \(2026-11-25\)/,
      ] as const,
  ),
  ...['2e trimestre 27', '27-01-15', 'FY 26/27', '46400', "'27", '27', 'zweites Quartal 27'].map(
    (text) =>
      [
        `a period without a year: ${text}`,
        {},
        { 'monitoring period': text },
        /" has no year$/,
      ] as const,
  ),
  ...['2026-W51', 'KW 51/2026', 'W49 2026', 'hafta 49 2026'].map(
    (text) =>
      [`a week after today: ${text}`, {}, { 'reporting period': text }, /is after today/] as const,
  ),
  ...[
    'De-registered',
    'De-listed',
    'Decertified',
    'Discontinued',
    'Denied',
    'Excluded from PoA',
  ].map(
    (text) =>
      [
        `an ended project: ${text}`,
        {},
        { 'Project status': text },
        /says that these units/,
      ] as const,
  ),
  ...[
    { registry_name: 'Verra' },
    { 'Registry name': 'American Carbon Registry' },
    { project_url: 'https://registry.verra.org/app/projectDetail/VCS/1721' },
    ...[{ project_id: 'VCS 1721' }, { id: 'CAR1721' }],
  ].map(
    (cells) =>
      [`another registry: ${JSON.stringify(cells)}`, {}, cells, /, and the row is of GS$/] as const,
  ),
  ...[{ gsid: '1721' }, { 'GS ID': 'GS1721' }, { 'project id': 'GS 1721' }].map(
    (cells) =>
      [
        `another project: ${JSON.stringify(cells)}`,
        {},
        cells,
        /is another project than GS/,
      ] as const,
  ),
  ['a period of odd days', {}, { 'monitoring period': '1. May 2025 - 31. May 2025' }, /is no day/],
  ['a period after the issuance', {}, { 'Vintage End': '4/14/2026' }, /is after the issuance/],
  [
    'the second of two periods',
    {},
    { monitoring_end: '2024-01-01', 'Vintage End': '4/14/2026' },
    /^Vintage End .* is after the issuance/,
  ],
  ['no day', {}, { monitoring_end: '2024-02-30' }, /^monitoring_end "2024-02-30" is no day/],
  [
    'a period that runs backwards',
    {},
    { monitoring_start: '2024-02-01', monitoring_end: '2024-01-01' },
    /is before its start/,
  ],
] as const)('a reason is found against %s', (_, change, cells, says) => {
  const found = reason(change, cells)
  expect(`${found?.column} ${found?.says}`).toMatch(says)
})

it.each([
  { 'Crediting end': '2034-01-01' },
  { crediting_period_start: '2025-01-01', crediting_period_end: '2034-01-01' },
  { 'Crediting period': '2027 - 2036' },
  { 'Commitment period': '2021-01-01 - 2034-12-31' },
  { 'monitoring period': '2023-01-01 - 2024-12-31' },
  ...['MP 3', 'Monitoring period no. 2', '2nd verification', 'first'].map((text) => ({
    'monitoring period': text,
  })),
  ...['Registered', 'Under validation', ''].map((text) => ({
    'project status': text,
  })),
  ...[{ registry_name: 'Gold Standard' }, { 'poa gsid': 'GS1721' }, { sustaincert_id: '1721' }],
  ...[{ id: '1721' }, { project_url: 'https://acme.example/wind' }],
  { 'Period length': '10 years' },
])('no reason is found in %o', (cells) => {
  expect(reason({}, cells)).toBeNull()
})

it.each([
  ...['2026-W48', 'KW 48/2026', '2026', '2026-11', today, '2025/26', '2025-26'].map((text) => ({
    'Monitoring period': text,
  })),
  ...[{ 'Monitoring start': today }, { 'Monitoring start': '2025' }],
])('no reason is found in %o of the vintage 2026', (cells) => {
  expect(reason({ vintageYear: 2026, issuedOn: null }, cells)).toBeNull()
})

it('no day is after today without a clock', () => {
  const future = { ...row, vintageYear: 2099, issuedOn: null, unit: unitFactsOf({}) }
  expect(unsellableReason(future, null)).toBeNull()
})

// The row's vintage is 2024, and it was issued on 2026-04-13.
it.each([
  ...['2019', '2018-2020', '2022/23', 'Q4 2023', '2025', '2025-01-01', 'December 2023'].flatMap(
    (text) => [{ Vintage: text }, { 'Monitoring period': text }, { 'Reporting period': text }],
  ),
  ...['2025-01-01', '2025'].flatMap((text) => [
    { 'monitoring start': text },
    { 'Vintage Start': text },
    { 'Reporting Period Start Date': text },
  ]),
  ...['2023-12-31', '12/31/2023', '2023'].flatMap((text) => [
    { 'monitoring end': text },
    { 'vintage end date': text },
    { 'Period End': text },
  ]),
  { 'monitoring period': '2023-01-01 - 2023-12-31' },
  { 'monitoring start': '2016-01-01', 'monitoring end': '2016-12-31' },
  { crediting_period_end: '2023-12-31' },
  { 'Crediting period': '2014-01-01 - 2023-12-31' },
  { 'crediting periods': '2010-2016, 2017-2023' },
])('a period without the vintage is a reason: %o', (cells) => {
  const found = reason({}, cells)
  expect(`${found?.column} ${found?.says}`).toMatch(/does not contain the vintage 2024$/)
})

it.each<[Record<string, string>, RegExp]>([
  [{ 'Date issued': '2025-04-13' }, /^Date issued 2025-04-13 is another day of issue than 2026-/],
  [{ 'issued on': '11.04.2026' }, /is another day of issue/],
  [{ 'issued on': '2026-04-15' }, /is another day of issue/],
  [{ 'Issue date': 'May 2026' }, /is another day of issue/],
  [{ Issued: '2025' }, /is another day of issue/],
  [{ 'Date issued': '1 June 2023' }, /is before the vintage 2024/],
  [{ 'Verification date': '2023-06-01' }, /is before the vintage 2024/],
  [{ 'status date': '12/31/2023' }, /is before the vintage 2024/],
  [{ 'monitoring start': '2026-04-14' }, /is after the issuance \(2026-04-13\)/],
  [{ 'monitoring end': '2026-05' }, /is no day/],
  [{ 'status date': '2027-01-01' }, /is after today/],
  [{ 'Project registration date': '2027-01-01' }, /is after today/],
  [{ 'crediting period start': '2027-01-01' }, /is after today/],
])('days that contradict each other are a reason: %o', (cells, says) => {
  const found = reason({}, cells)
  expect(`${found?.column} ${found?.says}`).toMatch(says)
})

it.each(['4/13/2026', '13 April 2026', '13.04.2026', 'Apr 13, 2026', 'April 2026', '2026'])(
  'a second day of issue may be %s, and differ by one day in another time zone',
  (text) => {
    expect(reason({}, { 'Issue date': text, 'Date Issued (GMT)': '2026-04-14' })).toBeNull()
  },
)

it.each([
  [{ Remarks: 'ex-ante' }, /is planned/],
  [{ Etiqueta: 'Planned Emission Reductions' }, /is planned/],
  [{ 'Verification status': 'Unverified' }, /is planned/],
  [{ RETIREMENTDATE: '2025-01-01' }, /were retired/],
  [{ 'Rétirement  (date)': '2025-01-01' }, /were retired/],
  [{ Retired: '✓' }, /were retired/],
  [{ Vintage: '27' }, /has no year/],
  [{ 'Issue date': 'soon' }, /has no year/],
])('a column in another spelling, or one that is not known, is read: %o', (cells, says) => {
  expect(reason({}, cells)?.says).toMatch(says)
})

it.each([
  [{ Estado: 'retirado' }, /^Estado "retirado" says that these units may not be sold/],
  [{ Account: 'Buffer pool' }, /^Account "Buffer pool" says/],
  [{ Reason: 'Gift of ACME' }, /^Reason "Gift of ACME" may not be sold: only a plain word/],
  [{ 'On hold': 'yes' }, /^On hold "yes" says that these units were retired/],
])('a second column of the status is a reason: %o', (cells, says) => {
  const found = reason({}, cells)
  expect(`${found?.column} ${found?.says}`).toMatch(says)
})
