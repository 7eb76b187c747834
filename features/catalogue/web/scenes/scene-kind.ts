// Selects a project's drawing by its name, then by its types, since a cookstove may be registered as
// "Energy demand" and a pump as "Domestic". An unknown type gets the meadow. Pure.

const kinds = [
  ['biogas', /biogas|digest/],
  ['solarthermal', /solar thermal|solar (cook|water heat)|concentrated solar/],
  [
    'waterworks',
    /(safe|clean|drinking|potable) water|water (filter|purif|treat|supply)|borehole|\b(hand|water) ?pumps?\b/,
  ],
  ['cookstove', /stove|cooking|cookers?\b|chula|mbaula|jiko|kitchen regime|fogon|fogão|domestic/],
  ['wind', /\bwind(?!ow|hoek)|eolic|eólic|éolien|rüzgar/],
  ['geothermal', /geotherm|jeotermal/],
  ['hydro', /hydro|hidro|\bhes\b|run[- ]of[- ]river/],
  ['solar', /\bpv\b|solar|photovolt/],
  ['landfill', /waste|landfill|compost/],
  ['livestock', /livestock|manure|swine|enteric/],
  ['forest', /forest|a\/r|\bredd|mangrove|grassland|agriculture|land use|afolu|\btrees?\b|amazon/],
  ['biomass', /biomass|biofuel|bagasse|husk|cogeneration/],
  ['transport', /transport|\bmetro\b|\bbus(es)?\b|\brail|vehicle/],
  ['mine', /mining|mineral|fugitive|coal mine|metal/],
  [
    'industry',
    /industr|manufactur|chemical|commercial|\bpublic\b|efficien|heat recovery|construction/,
  ],
  ['grid', /energy|electric|power|distribution|demand/],
] as const

export type SceneKind = (typeof kinds)[number][0] | 'meadow'

// Types that are less specific than a project's name: Verra's sector 1 includes wind, water and sun.
const broad = /^(energy (industries|demand|distribution).*|electricity|heat|other)$/

/**
 * Returns the first kind that matches the name, otherwise the specific types, otherwise all types.
 */
export function sceneKind(types: readonly string[], name: string): SceneKind {
  const lower = types.map((type) => type.toLowerCase())
  const specificTypes = lower.filter((type) => !broad.test(type)).join(' ')
  for (const text of [name.toLocaleLowerCase('en'), specificTypes, lower.join(' ')]) {
    for (const [kind, words] of kinds) {
      // The words of these kinds are too general to identify a project by its name.
      const isVague = kind === 'grid' || kind === 'industry'
      if (isVague && text !== lower.join(' ') && text !== specificTypes) continue
      if (words.test(text)) return kind
    }
  }
  return 'meadow'
}
