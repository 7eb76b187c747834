// Tests the kinds of projects, as registries name and classify them.
import { expect, it, test } from 'vitest'
import type { ProjectKind } from '#values/lists/project-kinds.ts'
import { highestDrawn } from '../story/weekly-chart.tsx'
import { kindOf, readKind } from './project-kind.tsx'

const cases: [ProjectKind, string[], string][] = [
  ['cooking', ['Energy demand'], 'Improved cookstoves in Rwanda'],
  ['water', ['Energy Efficiency', 'Domestic'], 'Rehabilitation of boreholes in Malawi'],
  ['forest', ['Agriculture Forestry and Other Land Use'], 'Kasigau Corridor'],
  ['forest', ['Improved Forest Management'], 'Blue Source'],
  ['sun', ['PV'], 'A plant'],
  ['sun', ['Solar Thermal'], 'A plant'],
  ['wind', ['Wind'], 'A plant'],
  ['hydro', ['Small, Low - Impact Hydro'], 'A plant'],
  ['waste', ['Biogas', 'Electricity'], 'A plant'],
  ['waste', ['Livestock, enteric fermentation, and manure management'], 'A farm'],
  ['heat', ['Geothermal'], 'A plant'],
  ['heat', ['Energy distribution'], 'Street lighting'],
  ['industry', ['Transport'], 'Electric buses'],
  ['industry', ['Mining/mineral production'], 'A site'],
  ['other', ['Something new'], 'A meadow'],
]

it.each(cases)('%s: %j, %s', (kind, project_type, name) => {
  expect(kindOf({ project_type, name })).toBe(kind)
})

test('the address selects a kind that some project has, and no other', () => {
  const read = (query: string) => readKind(new URLSearchParams(query), ['wind', 'sun'])
  expect(read('kind=sun')).toBe('sun')
  expect(read('kind=water')).toBeUndefined()
  expect(read('kind=nonsense')).toBeUndefined()
  expect(read('')).toBeUndefined()
})

test.each([
  ['one week far above all others is cut', [10, 12, 900, 8], 12],
  ['four times as much is not far above', [10, 12, 48, 8], 48],
  ['one week alone is the highest', [0, 0, 900, 0], 900],
  ['nothing is nothing', [0, 0], 0],
])('on the chart, %s', (_case, purchases, highest) => {
  expect(highestDrawn(purchases)).toBe(highest)
})
