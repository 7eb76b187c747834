// Tests the scene of each methodology, type and field that the rules name, and what rules a scene out.
import { expect, it } from 'vitest'
import { neutralScene, type SceneName } from '#values/lists/project-scenes.ts'
import { type SceneFacts, sceneOfProject } from './scene-rules.ts'

const sceneOf = (facts: Partial<SceneFacts>) =>
  sceneOfProject({ name: 'Alpha', types: [], ...facts })

const methodologies: Readonly<Partial<Record<SceneName, readonly string[]>>> = {
  cookstove: ['AMS-II.G.', 'VMR0006', 'VM0050', 'TPDDTEC, efficient cookstoves'],
  waterworks: ['AMS-III.AV.'],
  manure: ['AMS-III.D.', 'ACM0010', 'AMS-III.Y.'],
  biogas: ['AMS-III.R.'],
  wastewater: ['AMS-III.H.', 'AMS-III.I.', 'ACM0014'],
  landfill: ['AMS-III.G.', 'ACM0001'],
  compost: ['AMS-III.F.'],
  lighting: ['AMS-III.AR.', 'AMS-II.J.', 'AM0046'],
  wasteheat: ['AMS-III.Q.', 'ACM0012'],
  recycling: ['AMS-III.AJ.'],
  mine: ['ACM0008'],
  biomass: ['ACM0006', 'ACM0018'],
  mangrove: ['VM0033', 'AR-AM0014'],
  rice: ['VM0051', 'AMS-III.AU.'],
  grassland: ['VM0026', 'VM0032'],
  farmland: ['VM0042', 'VM0017'],
  livestock: ['VM0041'],
  electriccar: ['VM0038'],
  forest: [
    ...['AR-ACM0003', 'AR-AMS0007', 'VM0003', 'VM0005', 'VM0006', 'VM0007', 'VM0009', 'VM0010'],
    ...['VM0011', 'VM0012', 'VM0015', 'VM0045', 'VM0047', 'VM0048'],
  ],
  [neutralScene]: ['VM0001', 'ACM0002', 'AMS-I.D.', ''],
}
it.each(Object.entries(methodologies))('%s is the scene of %j', (scene, texts) => {
  for (const methodology of texts)
    expect([methodology, sceneOf({ methodology })]).toEqual([methodology, scene])
  expect(sceneOf({ methodology: null })).toBe(neutralScene)
})

it.each<[string, SceneName]>([
  ['Wind', 'wind'],
  ['Hydropower', 'hydro'],
  ['Geothermal', 'geothermal'],
  ['PV', 'solar'],
  ['Solar - Photovoltaics', 'solar'],
  ['Concentrated Solar Power', 'solarthermal'],
  ['Biogas - Heat', 'biogas'],
  ['Cookstoves', 'cookstove'],
  ['Landfill gas', 'landfill'],
  ['A/R', 'forest'],
  ['Afforestation', 'forest'],
  ['Reforestation', 'forest'],
  ['Improved Forest Management', 'forest'],
  ['REDD+', 'forest'],
  ['Biomass or Liquid Biofuel', 'biomass'],
  ['Manure methane', 'manure'],
  ['Livestock', 'livestock'],
  ['Enteric fermentation', 'livestock'],
  // Fields of work alone.
  ['Energy Efficiency - Domestic', 'home'],
  ['Forest', 'land'],
  ['Land use', 'land'],
  ['Agriculture', 'land'],
  ['AFOLU', 'land'],
  ['Waste handling and disposal', 'waste'],
  ['Transport', 'road'],
  ['Mining', 'mine'],
  ['Mineral production', 'mine'],
  ['Energy Efficiency - Industrial', 'industry'],
  ['Manufacturing industries', 'industry'],
  ['Chemical processes', 'industry'],
  ['Metal production', 'industry'],
  ['Fugitive emissions', 'industry'],
  ['Construction', 'industry'],
  ['Commercial sector', 'industry'],
  ['Energy demand', 'grid'],
  ['Electricity', 'grid'],
  ['Power', 'grid'],
  ['Heat', 'grid'],
  ['Solar Thermal', 'grid'],
])('the type %s is %s', (type, scene) => {
  expect(sceneOf({ types: ['Other', type] })).toBe(scene)
})

it.each<[string, string, string, SceneName]>([
  ['gas of a farm is of no landfill', 'Gas recovery from manure', 'Waste handling', 'manure'],
  ['nor is that of livestock', 'Livestock gas capture', 'Waste handling', 'livestock'],
  ['gas is of a landfill only in waste', 'Gas capture', 'Energy', 'grid'],
  ['saving of wood is no biomass', 'Biomass energy conservation', 'Domestic', 'home'],
  ['husks of rice are no field', 'Power from rice fields', 'Other', neutralScene],
  ['rice alone is one', 'Rice fields', 'Other', 'rice'],
  ['power of a farm is no farmland', 'Electricity for farmers', 'Other', neutralScene],
  ['a farm alone is', 'Farmers of Kano', 'Other', 'farmland'],
  ['a refit is of a ship in transport', 'Refit of engines', 'Transport', 'ship'],
  ['and not elsewhere', 'Refit of engines', 'Industrial', 'industry'],
  ['water is a works at home', 'Water for Lira', 'Energy Efficiency - Domestic', 'waterworks'],
  ['or by demand', 'Water for Lira', 'Energy demand', 'waterworks'],
  ['and not elsewhere, too', 'Water for Lira', 'Other', neutralScene],
])('%s', (_, name, type, scene) => {
  expect(sceneOf({ name, types: [type] })).toBe(scene)
})

it('the name comes first, then the methodology, the type, the first sentence and the field', () => {
  const facts = {
    ...{ name: 'Wind', methodology: 'AMS-III.F.', types: ['Hydro', 'Transport'] },
    description: 'Solar. Landfill.',
  }
  expect(sceneOf(facts)).toBe('wind')
  expect(sceneOf({ ...facts, name: 'Alpha' })).toBe('compost')
  expect(sceneOf({ ...facts, name: 'Alpha', methodology: '' })).toBe('hydro')
  const last = { ...facts, name: 'Alpha', methodology: '', types: ['Transport'] }
  expect(sceneOf(last)).toBe('solar')
  expect(sceneOf({ ...last, description: 'Alpha\nSolar' })).toBe('road')
})
