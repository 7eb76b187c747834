// Tests which words for units are sold, planned or unknown, in the spellings of registries.
import { expect, it } from 'vitest'
import { unitFactsOf } from './unit-facts.ts'
import { issuerOf, maySell, saysPlanned, unitKindOf } from './unit-words.ts'

it.each([
  'VER',
  'VERs',
  'gs_ver',
  'GSVER',
  'GS VER',
  'Verified Emission Reduction',
  'VER (Verified Emission Reductions)',
  'Voluntary Emissions Reductions',
  'CER',
  'Certified Emission Reductions (CERs)',
  'VCU',
  ' Verified  Carbon Units ',
  'Verra VCU',
  'ERT',
  'Emission Reduction Tonnes',
  'Emission Reduction Ton (ERT)',
  'CRT',
  'Climate Reserve Tonnes',
])('%j is a unit that is sold', (word) => expect(unitKindOf(word)).toBe('sold'))

it.each([
  'PER',
  'PERs',
  'GS PER',
  'GS_PER',
  'Planned Emission Reduction',
  'Planned Emission Reductions (PERs)',
  'VER (planned)',
  'VER, ex-ante',
  'ex-ante',
  'Ex Ante VCU',
  'Pending issuance',
  'Forecast',
  'Forward VCU',
  'projected VERs',
  'Pre-issuance',
  'Not yet issued',
  'PIU',
])('%j is planned', (word) => expect(unitKindOf(word)).toBe('planned'))

it.each(['', 'credit', 'tCER', 'lCER', 'VER plus', 'EUA', 'REC', 'VER / EUA', 'removal'])(
  '%j is an unknown unit',
  (word) => expect(unitKindOf(word)).toBe('unknown'),
)

it('names the registry that alone issues a unit', () => {
  expect(['VCU', 'ERTs', 'Climate Reserve Tonne', 'VER', 'CER', 'PER'].map(issuerOf)).toEqual([
    ...['VCS', 'ACR', 'CAR', null, null, null],
  ])
})

it('takes a label for planned only where it means it', () => {
  expect(['PER', 'Ex-ante', 'Forecasted credits', 'planned units'].map(saysPlanned)).toEqual([
    ...[true, true, true, true],
  ])
  const labels = ['Emission Reduction', 'ICVCM CCP', 'price per unit', 'Removal']
  expect(labels.map(saysPlanned)).toEqual([false, false, false, false])
})

it.each([
  'Product Name',
  'GS Product',
  'Unit',
  'Carbon Unit Type',
  'instrument',
  'carbon_stream',
  'product',
  'Product',
  'Product Type',
  'unitType',
  'Unit Type',
  'unit_type',
  'Type of Unit',
])('the column %j holds the kind of unit', (column) => {
  const { products } = unitFactsOf({ [column]: ' PER ' })
  expect(products).toEqual([{ column, text: 'PER' }])
})

it.each([
  'retirement_date',
  'RetirementDate',
  'Date Retired',
  'retired_on',
  'Retirement/Cancellation Date',
  'cancellation_date',
  'Cancelled On',
  'canceled_at',
  'beneficiary',
  'Retirement Beneficiary',
  'Beneficial Owner / Beneficiaries',
  'retired on behalf of',
  'On behalf of',
  'Retiree',
  'Using Entity',
  'Retirement Reason',
])('the column %j means that units were used', (column) => {
  expect(unitFactsOf({ [column]: 'Acme' }).uses).toEqual([{ column, text: 'Acme' }])
  for (const text of ['', ' - ', 'N/A', 'none', '0', 'No', 'active']) {
    expect(unitFactsOf({ [column]: text }).uses, text).toEqual([])
  }
})

it.each(['status', 'developer', 'project_type', 'issuance_date', 'beneath', 'entire_block'])(
  'the column %j states no use',
  (column) => expect(unitFactsOf({ [column]: 'Acme' }).uses).toEqual([]),
)

it.each([
  ['Units', '1,500'],
  ['unit', 'tCO2e'],
  ['units', 't'],
  ['Unit', 'metric tonnes of CO2e'],
])('the column %j with %j is a measure, not a kind', (column, text) => {
  expect(unitFactsOf({ [column]: text }).products).toEqual([])
  expect(unitFactsOf({ product: text }).products).toEqual([{ column: 'product', text }])
})

it.each([
  ['Credit Type', 'PER', true],
  ['label', 'Planned Emission Reductions', true],
  ['Issuance Status', 'Pending issuance', true],
  ['Credit Type', 'Removal', false],
  ['project_type', 'Forecasted', false],
  ['country_code_3', 'PER', false],
])('the column %j with %j is a remark on planned units: %s', (column, text, isPlanned) => {
  expect(unitFactsOf({ [column]: text }).remarks.some((each) => saysPlanned(each.text))).toBe(
    isPlanned,
  )
})

it.each(['ISSUED', 'Active', ' available ', 'issued'])('%j may be sold', (word) => {
  expect(maySell(word)).toBe(true)
})

it.each(['RETIRED', 'Cancelled', 'Expired', 'On hold', 'Held', '', 'Inactive', 'Issued, in part'])(
  '%j may not be sold',
  (word) => {
    expect(maySell(word)).toBe(false)
  },
)
