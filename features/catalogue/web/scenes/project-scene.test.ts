// Tests the scenes of projects, as registries name and classify them.
import { expect, it } from 'vitest'
import { sceneOf } from './project-scene.tsx'

const cases: [string, string[], string][] = [
  ['cookstove', ['Energy demand'], 'CHITETEZO MBAULA PROJECT – MALAWI'],
  ['cookstove', ['Energy Efficiency', 'Domestic'], 'GS10789 VPA3: Efficient and Clean Cooking'],
  ['cookstove', ['A/R'], 'Improved cookstoves around a forest reserve'],
  ['waterworks', ['Energy Efficiency', 'Domestic'], 'Rehabilitation of boreholes in Malawi'],
  ['waterworks', ['Energy Efficiency', 'Domestic'], 'Solar water pumps for villages'],
  ['solarthermal', ['Solar Thermal', 'Domestic'], 'Solar cookers for refugees'],
  ['solar', ['Energy distribution'], '72 MWac Ramnad Solar Power Project'],
  ['transport', ['Transport'], 'Deployment of Electric Buses in Kenya'],
  ['landfill', ['Waste handling and disposal'], 'Gas capture at the Kemerburgaz site'],
  ['forest', ['Agriculture Forestry and Other Land Use'], 'Kasigau Corridor Phase II'],
  ['grid', ['Energy distribution'], 'Street lighting in the Dominican Republic'],
  ['meadow', ['Something new'], 'Windhoek trails'],
]

it.each(cases)('%s: %j, %s', (scene, types, name) => expect(sceneOf(types, name).name).toBe(scene))
