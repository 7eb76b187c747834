// Finds the kind of a project's work from its registry facts. Also lists the goals that each kind serves,
// for projects whose registry states none.
import type { ProjectFacts } from './project-facts.ts'

/** Goals of the 2030 Agenda by kind of work, for projects whose registry states no goals. */
export const goalsByKind = {
  cookstove: [3, 5, 7, 13],
  water: [3, 6, 13],
  lighting: [4, 7, 13],
  'household-biogas': [3, 5, 7, 13],
  'farm-biogas': [7, 12, 13],
  landfill: [7, 11, 13],
  wastewater: [6, 7, 13],
  compost: [12, 13, 15],
  wind: [7, 13],
  hydro: [7, 13],
  geothermal: [7, 13],
  solar: [7, 13],
  'solar-heat': [7, 13],
  biomass: [7, 12, 13],
  'mine-gas': [7, 9, 13],
  'waste-heat': [7, 9, 13],
  'fuel-switch': [7, 9, 13],
  'forest-protection': [13, 15],
  'forest-management': [12, 13, 15],
  planting: [13, 15],
  soil: [2, 13, 15],
  wetland: [13, 14, 15],
  transport: [11, 13],
  shipping: [9, 13, 14],
  recycling: [11, 12, 13],
  other: [13],
} as const satisfies Record<string, readonly number[]>

export type ProjectKind = keyof typeof goalsByKind

type KindPattern = { readonly kind: ProjectKind; readonly name: RegExp; readonly type?: RegExp }

const landUseTypes = /Agriculture Forestry|A\/R|Other/

/** Patterns of names and types. The first pattern that matches determines the kind. */
const kindPatterns: readonly KindPattern[] = [
  { kind: 'water', name: /^(?!.*stove).*(borehole|purifi|chlorin)/i },
  { kind: 'water', name: /^(?!.*stove).*(safe|clean|drinking) (drinking )?water/i },
  { kind: 'water', name: /^(?!.*stove).*(water (is|filter|kiosk)|\bmaji\b)/i },
  { kind: 'cookstove', name: /stove|clean cooking|chulh?a|mbaula/i },
  { kind: 'wastewater', name: /waste\s?water|effluent|palm oil mill|\bPOME\b|starch/i },
  { kind: 'lighting', name: /lighting|lamp|lantern|solar light|mkopa|m-kopa|\bLED\b/i },
  { kind: 'household-biogas', name: /(household|domestic|rural|bundled).*(bio-?gas|digester)/i },
  { kind: 'household-biogas', name: /biodigest/i },
  { kind: 'landfill', name: /landfill (gas|waste)|landfill.*methane|\bLFG\b|dump ?site|aterro/i },
  { kind: 'farm-biogas', name: /manure|swine|\bAWMS\b|cattle|pig farm|poultry litter|cowcredit/i },
  { kind: 'farm-biogas', name: /methane recovery project/i },
  { kind: 'compost', name: /composting/i },
  { kind: 'mine-gas', name: /coal.?(mine|bed)|mine methane|mine gas|\bCMM\b|\bVAM\b/i },
  { kind: 'waste-heat', name: /waste (heat|gas)|heat recovery|coke oven/i },
  { kind: 'wetland', name: /mangrove|wetland|peat|blue carbon/i, type: landUseTypes },
  {
    kind: 'forest-management',
    name: /\bIFM\b|logg|forest (management|carbon)/i,
    type: landUseTypes,
  },
  {
    kind: 'forest-protection',
    name: /REDD|deforestation|forest conservation|\bAPD\b/i,
    type: landUseTypes,
  },
  {
    kind: 'planting',
    name: /reforest|afforest|plantation|agroforest|tree|paulownia/i,
    type: landUseTypes,
  },
  { kind: 'planting', name: /teak|cork oak|restoration of degraded/i, type: landUseTypes },
  {
    kind: 'soil',
    name: /grassland|grazing|regenerative|agricultural|pasture/i,
    type: landUseTypes,
  },
  { kind: 'soil', name: /^(?!.*(husk|biomass|power|wind)).*(rice|soil)/i, type: landUseTypes },
  { kind: 'shipping', name: /hull coating|shipping retrofit|fleetrefit/i },
  { kind: 'transport', name: /\bbus(es)?\b|electric (vehicle|mobility|car)|metro line|\bBRT\b/i },
  { kind: 'transport', name: /\bEV\b|rapid transit|train lease/i },
  { kind: 'recycling', name: /recycl/i },
  { kind: 'wind', name: /\bwind|\bWPP\b|e[óo]lic/i },
  { kind: 'geothermal', name: /geotherm/i },
  { kind: 'hydro', name: /hydro|\bHE?PP\b|\bSHP\b/i },
  { kind: 'solar-heat', name: /solar (water heat|cooker|dry)/i },
  { kind: 'solar', name: /solar|\bPV\b|photovolt/i },
  { kind: 'biomass', name: /biomass|bagasse|husk|ceramic fuel/i },
  { kind: 'household-biogas', name: /bio-?gas.*(house|farm|village)/i },
  { kind: 'fuel-switch', name: /natural gas|fuel switch/i },
]

/** Kinds by registry type, for types that are more reliable than the name. */
const kindByType: Readonly<Record<string, ProjectKind>> = {
  Wind: 'wind',
  PV: 'solar',
  Geothermal: 'geothermal',
  'Small, Low - Impact Hydro': 'hydro',
}

/** Returns the kind of a project, or `other` if neither type nor name determines it. */
export function projectKindOf({ name, projectTypes }: ProjectFacts): ProjectKind {
  for (const type of projectTypes) {
    const kind = kindByType[type]
    if (kind !== undefined) return kind
  }
  const types = projectTypes.join(' ')
  const match = kindPatterns.find(
    (each) => each.name.test(name) && (each.type?.test(types) ?? true),
  )
  return match?.kind ?? 'other'
}
