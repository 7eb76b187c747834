// Chooses a project's drawing by words of its name, then by its registry types, since a cookstove
// may be registered as "Energy demand" and a pump as "Domestic". Pure; an unknown type gets the
// general scene.

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

// Types broader than a project's name: Verra's sector 1 includes wind, water and sun.
const broad = /^(energy (industries|demand|distribution).*|electricity|heat|other)$/

/**
 * Returns the first kind that the name matches; else that of the types; else that of the broad
 * type.
 */
export function sceneKind(types: readonly string[], name: string): SceneKind {
  const lower = types.map((type) => type.toLowerCase())
  const telling = lower.filter((type) => !broad.test(type)).join(' ')
  for (const text of [name.toLocaleLowerCase('en'), telling, lower.join(' ')]) {
    for (const [kind, words] of kinds) {
      // These kinds are so general that only a type can mean them.
      const isVague = kind === 'grid' || kind === 'industry'
      if (isVague && text !== lower.join(' ') && text !== telling) continue
      if (words.test(text)) return kind
    }
  }
  return 'meadow'
}
