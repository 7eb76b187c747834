// Tests the readable names of real projects of registries.
import { expect, it } from 'vitest'
import { readableProjectName } from './project-name.ts'

it.each([
  [
    'GS10789 VPA3: Efficient and Clean Cooking for households in Kenya',
    'Efficient and Clean Cooking for households in Kenya',
  ],
  ['GS1247 VPA 168 - Improved Kitchen Regimes', 'Improved Kitchen Regimes'],
  ['Improved Cookstoves in Rwanda – VPA 12', 'Improved Cookstoves in Rwanda'],
  ['CHITETEZO MBAULA PROJECT – MALAWI', 'Chitetezo Mbaula Project – Malawi'],
  ['BRAZILIAN AMAZON APD GROUPED PROJECT', 'Brazilian Amazon APD Grouped Project'],
  [
    'REDUCTION OF EMISSIONS IN THE FOREST OF MAI NDOMBE',
    'Reduction of Emissions in the Forest of Mai Ndombe',
  ],
  ['BALIKESİR LFG PLANT OF  TURKEY', 'Balikesir LFG Plant of Turkey'],
  ['wind power in Tamil Nadu', 'Wind power in Tamil Nadu'],
  ['72 MWac Ramnad Solar Power Project', '72 MWac Ramnad Solar Power Project'],
  ['Cabo Leones Wind Farm', 'Cabo Leones Wind Farm'],
  ['Kasigau Corridor REDD+ Project', 'Kasigau Corridor REDD+ Project'],
])('%s is %s', (name, readable) => expect(readableProjectName(name)).toBe(readable))

it.each(['GS 10789', 'VPA 3: Wind', 'SODO', 'REDD+', '风电项目', ''])(
  'leaves %j as it is: without its id it would have no meaning',
  (name) => expect(readableProjectName(name)).toBe(name),
)
