// Which drawing stands for a project: by its registry types, then by words of its name where the
// types say nothing ("Energy industries"). Pure; an unknown type gets the general scene.

const kinds = [
  ['biogas', /biogas|digest/],
  ['cookstove', /cook ?stove|stove|domestic/],
  ['waterworks', /safe water|clean water|water (filter|purif|treat|supply)|borehole/],
  ['wind', /\bwind|eolic|eólic|rüzgar/],
  ['geothermal', /geotherm|jeotermal/],
  ['hydro', /hydro|hidro|\bhes\b|run[- ]of[- ]river/],
  ['solarthermal', /solar thermal|solar (cook|water heat)|concentrated solar/],
  ['solar', /\bpv\b|solar|photovolt/],
  ['landfill', /waste|landfill|compost/],
  ['livestock', /livestock|manure|swine|enteric/],
  ['forest', /forest|a\/r|redd|mangrove|grassland|agriculture|land use|afolu|tree/],
  ['biomass', /biomass|biofuel|bagasse|husk|cogeneration/],
  ['transport', /transport|metro|\bbus\b|rail|vehicle/],
  ['mine', /mining|mineral|fugitive|coal mine|metal/],
  ['industry', /industr|manufactur|chemical|commercial|public|efficien|heat recovery|construction/],
  ['grid', /energy|electric|power|distribution|demand/],
] as const

export type SceneKind = (typeof kinds)[number][0] | 'meadow'

// So broad that the name tells more: Verra's sector 1 holds wind, water and sun alike.
const broad = /^(energy (industries|demand|distribution).*|electricity|heat|other)$/

/** The first kind that the types name; else what the name tells; else the broad type's own. */
export function sceneKind(types: readonly string[], name: string): SceneKind {
  const lower = types.map((type) => type.toLowerCase())
  const telling = lower.filter((type) => !broad.test(type)).join(' ')
  // "Energy Efficiency" with "Domestic" is a cookstove; the solar cooker is still a solar one.
  if (telling.includes('solar thermal')) return 'solarthermal'
  for (const text of [telling, name.toLowerCase(), lower.join(' ')]) {
    for (const [kind, words] of kinds) {
      if (kind === 'grid' && text !== lower.join(' ')) continue
      if (words.test(text)) return kind
    }
  }
  return 'meadow'
}
