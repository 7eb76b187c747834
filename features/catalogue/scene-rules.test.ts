// Tests the scenes of projects that no registry of the demonstration has, in several languages.
import { expect, it } from 'vitest'
import { neutralScene, projectScenes, type SceneName } from '#values/lists/project-scenes.ts'
import { sceneOfProject } from './scene-rules.ts'

const unseenNames: readonly (readonly [SceneName, string])[] = [
  ['cookstove', 'Distribution of improved stoves around the Mabira Forest Reserve'],
  ['cookstove', 'Clean water and clean cooking for Lusaka'],
  ['cookstove', 'Foyers améliorés au Togo'],
  ['cookstove', 'Cocinas mejoradas en Oaxaca'],
  ['cookstove', 'Fogões eficientes no Ceará'],
  ['solarcooker', 'Solar cookers for Darfur'],
  ['waterworks', 'Rehabilitation of boreholes in Zomba'],
  ['waterworks', 'Solar water pumps for villages'],
  ['waterworks', 'Maji kwa wote'],
  ['waterworks', 'Eau potable pour Bobo-Dioulasso'],
  ['waterworks', 'Agua potable en Chiapas'],
  ['wastewater', 'Kinoya Sewage Treatment'],
  ['wastewater', 'Tratamiento de aguas residuales en Cali'],
  ['wastewater', 'Abwasserbehandlung Kisumu'],
  ['forest', 'Reforestación de la Sierra Gorda'],
  ['forest', 'Aufforstung bei Minas'],
  ['forest', 'Reboisement du plateau Batéké'],
  ['forest', 'Foresta dei Nebrodi'],
  ['forest', 'Kızılcahamam ağaçlandırma projesi'],
  ['forest', 'Reforestation with bamboo for biomass'],
  ['mangrove', 'Manglares de la costa'],
  ['mangrove', 'Blue Carbon Gazi Bay'],
  ['peatland', 'Rimba Peat Swamp'],
  ['grassland', 'Regenerative grazing in Patagonia'],
  ['rice', 'Alternate wetting and drying of rice in Punjab'],
  ['rice', 'Arroz sostenible Ibagué'],
  ['biomass', 'Rice husk power plant in Angkor'],
  ['biomass', 'Forest residues to biomass heat'],
  ['farmland', 'No-till agriculture in Kansas'],
  ['solar', 'Centrale solaire de Ségou'],
  ['solar', 'Planta fotovoltaica Los Andes'],
  ['solarheater', 'Solar water heating for hospitals'],
  ['solarlamp', 'Solar lanterns for night schools'],
  ['lighting', 'Street lighting of Lomé'],
  ['lighting', 'LED lamps for Dhaka'],
  ['wind', 'Parque eólico La Ventosa'],
  ['wind', 'Parc éolien de Tarfaya'],
  ['wind', 'Manisa Rüzgâr Santrali'],
  ['wind', 'Oakwood Forest Wind Park'],
  ['hydro', 'Central hidroeléctrica Chaglla'],
  ['hydro', 'Wasserkraftwerk Bumbuna'],
  ['hydro', 'Çoruh HES'],
  ['geothermal', 'Jeotermal Kızıldere'],
  ['landfill', 'Relleno Sanitario Doña Juana'],
  ['landfill', 'Décharge de Mbeubeuss'],
  ['compost', 'Composting at the Lahore landfill'],
  ['recycling', 'Reciclaje de PET en Lima'],
  ['manure', 'Swine farms of Yucatán'],
  ['livestock', 'Feed against methane from dairy cows'],
  ['wasteheat', 'Waste heat of a cement kiln'],
  ['mine', 'Coal mine methane Huainan'],
  ['ship', 'Smooth hulls for the merchant fleet'],
  ['bus', 'TransMilenio BRT'],
  ['electriccar', 'Electric rickshaws of Delhi'],
  ['train', 'Metro of Quito'],
]

it.each(unseenNames)('%s: %s', (scene, name) => {
  expect(sceneOfProject({ name, types: [] })).toBe(scene)
})

it.each([
  [
    'a name that says nothing has the scene of its methodology',
    'manure',
    { methodology: 'AMS-III.D' },
  ],
  ['then of its type', 'hydro', { types: ['Small, Low - Impact Hydro'] }],
  [
    'then of its description’s first sentence',
    'compost',
    { types: ['Other'], description: 'It composts the waste of a market. Wind dries it.' },
  ],
  ['a field of work shows the field alone', 'road', { types: ['Transport'] }],
  ['as does a home', 'home', { types: ['Energy Efficiency', 'Domestic'] }],
  ['and land', 'land', { types: ['Agriculture Forestry and Other Land Use'] }],
  ['power without a source is a line', 'grid', { types: ['Solar Thermal', 'Electricity'] }],
  [
    'gas of a waste site is of a landfill',
    'landfill',
    {
      name: 'Gas capture at Kemerburgaz',
      types: ['Waste handling and disposal'],
    },
  ],
  ['an unknown project has the neutral scene', neutralScene, { types: ['Something new'] }],
] as const)('%s', (_case, scene, facts) => {
  expect(sceneOfProject({ name: 'Phase II of Alpha', types: [], ...facts })).toBe(scene)
})

it.each([
  'Windhoek trails',
  'Windsor Castle',
  'Adam Smith',
  'Community-led schools',
  'Rising Star',
])('no part of a word decides: %s', (name) =>
  expect(sceneOfProject({ name, types: [] })).toBe(neutralScene),
)

it('the rules reach every scene', () => {
  const named = new Set<string>(unseenNames.map(([scene]) => scene))
  const others = [
    'solarthermal',
    'biogas',
    'waste',
    'industry',
    'home',
    'grid',
    'road',
    'land',
    'meadow',
  ]
  expect([...named, ...others].toSorted()).toEqual(Object.keys(projectScenes).toSorted())
})
