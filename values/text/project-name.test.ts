// Tests the readable names of real projects of registries.
import { expect, it } from 'vitest'
import { readableProjectName, shownProjectNames } from './project-name.ts'

it.each([
  [
    'GS10789 VPA3: Efficient and Clean Cooking for households in Kenya',
    'Efficient and Clean Cooking for households in Kenya',
  ],
  ['GS1247 VPA 168 - Improved Kitchen Regimes', 'Improved Kitchen Regimes'],
  ['Improved Cookstoves in Rwanda – VPA 12', 'Improved Cookstoves in Rwanda'],
  ['CHITETEZO MBAULA PROJECT – MALAWI', 'Chitetezo Mbaula Project – Malawi'],
  ['BRAZILIAN AMAZON APD GROUPED PROJECT', 'Brazilian Amazon Project'],
  [
    'REDUCTION OF EMISSIONS IN THE FOREST OF MAI NDOMBE',
    'Reduction of Emissions in the Forest of Mai Ndombe',
  ],
  ['BALIKESİR LFG PLANT OF  TURKEY', 'Balikesir Landfill Gas Plant of Turkey'],
  ['wind power in Tamil Nadu', 'Wind power in Tamil Nadu'],
  ['72 MWac Ramnad Solar Power Project', '72 MWac Ramnad Solar Power Project'],
  ['Cabo Leones Wind Farm', 'Cabo Leones Wind Farm'],
  ['Kasigau Corridor REDD+ Project', 'Kasigau Corridor REDD+ Project'],
  ['GS10789 GS10791 RVPA-22: Efficient Cooking in Ghana', 'Efficient Cooking in Ghana'],
  ['Better Stoves PoA – VPA 7 Acme Carbon (Zambia)', 'Better Stoves – Acme Carbon (Zambia)'],
  ['Better Stoves - CPA 014 supported by Korea', 'Better Stoves supported by Korea'],
  ['Clean Stoves (CLST) PoA: VPA01 in Malawi', 'Clean Stoves in Malawi'],
  ['Safe Water in Ghana – GS7400', 'Safe Water in Ghana'],
  ['Wind Project (GS3900 CER to VER conversion)', 'Wind Project'],
  ['Safe Lamps of India-3', 'Safe Lamps of India'],
  ['Solar Programme of Activities - Kenya', 'Solar Programme – Kenya'],
  ['Hunan MSW Landfill Site LFG Recovery', 'Hunan Landfill Site Gas Recovery'],
  ['“Light for all of Uganda”', 'Light for all of Uganda'],
  ['ACME ENERGÍA Bagasse Cogeneration', 'Acme Energía Bagasse Cogeneration'],
  ['Solar Power Inc.', 'Solar Power Inc.'],
  ['Landfill Gas of Sudokwon (50MW), UK', 'Landfill Gas of Sudokwon (50MW), UK'],
])('%s is %s', (name, readable) => expect(readableProjectName(name)).toBe(readable))

it.each(['GS 10789', 'VPA 3: Wind', 'SODO', 'REDD+', '风电项目', ''])(
  'leaves %j as it is: without its id it would have no meaning',
  (name) => expect(readableProjectName(name)).toBe(name),
)

const named = (name: string, externalId: string, registryName = 'Gold Standard') => {
  return { name, externalId, registryName }
}

it('equal names differ in the figure that only the registry’s names contain', () => {
  const projects = [
    named('Solar in Kenya – CPA-004', 'GS1'),
    named('Solar in Kenya – CPA-015', 'GS2'),
    named('Solar in Ghana – CPA-004', 'GS3'),
  ]
  expect(shownProjectNames(projects)).toEqual([
    'Solar in Kenya (4)',
    'Solar in Kenya (15)',
    'Solar in Ghana',
  ])
})

it.each([
  ['Clean Cooking Cambodia VPA01', 'Clean cooking in Cambodia VPA04 (GS 6746)'],
  ['Cookstoves for the Andes VPA1', 'Cook stoves for Andes VPA4'],
  ['Biogás – Perú VPA 1', 'Biogas, Peru VPA 4'],
])('names that only small words and signs tell apart are equal: %s', (first, second) => {
  const shown = shownProjectNames([named(first, 'GS4965'), named(second, 'GS6746')])
  expect(shown.map((name) => /\((\d)\)$/.exec(name)?.[1])).toEqual(['1', '4'])
})

it('names of small words alone, or of other letters, are not equal', () => {
  const different = ['From the La', 'With the La', '水力発電', '風力発電', 'नमक', 'नमकी']
  expect(shownProjectNames(different.map((name, index) => named(name, `GS${index}`)))).toEqual(
    different,
  )
})

it('without such a figure they differ in the registry, then in the registry’s id', () => {
  const twins = [named('Rural biogas', 'GS1'), named('Rural Biogas', 'VCS9', 'Verra VCS')]
  expect(shownProjectNames(twins)).toEqual([
    'Rural biogas (Gold Standard)',
    'Rural Biogas (Verra VCS)',
  ])
  const same = [named('Rural biogas', 'GS1'), named('Rural biogas', 'GS2')]
  expect(new Set(shownProjectNames(same)).size).toBe(2)
})

it('a name that an operator has set stays as it is', () => {
  const own = { ...named('GS7 STOVES OF HOPE', 'GS7'), isEdited: true }
  expect(shownProjectNames([own])).toEqual(['GS7 STOVES OF HOPE'])
})
