// Tests how one field of a registry splits into several types, and the one type that looks like
// two.
import { describe, expect, it } from 'vitest'
import { projectTypesOf } from './project-types.ts'

describe('project types', () => {
  it.each([
    ['Biogas - Heat', ['Biogas', 'Heat']],
    ['Wind', ['Wind']],
    ['Small, Low - Impact Hydro', ['Small, Low - Impact Hydro']],
    ['A/R', ['A/R']],
    [
      'Energy demand; Waste handling and disposal',
      ['Energy demand', 'Waste handling and disposal'],
    ],
    ['["Solar Thermal", "Electricity"]', ['Solar Thermal', 'Electricity']],
    ['["Small, Low - Impact Hydro"]', ['Small, Low - Impact Hydro']],
    ['  Wind  ', ['Wind']],
    ['', []],
  ])('%j are %j', (text, types) => {
    expect(projectTypesOf(text)).toEqual(types)
  })

  it.each([
    ...[
      '["Wind"',
      '[1, 2]',
      '{}',
      'null',
      '[""]',
      '[" "]',
      '["Wind",""]',
      '["Wind",null]',
      '"Wind"',
    ],
    ...['{"0":"Wind"}', 'N/A', 'none', '-', '?', 'Wind; {}', '12', '[["Wind"]]', "['Wind']"],
  ])('%j is no list of types', (text) => {
    expect(projectTypesOf(text)).toBeNull()
  })
})
