// Chooses the scene of a project's picture from its name, methodology, types and description, by rules
// that hold for projects of any registry. Where nothing is sure the scene is neutral. Pure.
import { neutralScene, type SceneName } from '#values/lists/project-scenes.ts'
import { fold } from '#values/text/fold.ts'

export type SceneFacts = {
  readonly name: string
  readonly types: readonly string[]
  readonly methodology?: string | null
  readonly description?: string
}

type Rule = {
  readonly scene: SceneName
  /** Words of a folded text: lower case, without accents. */
  readonly words: RegExp
  /** Words that rule the scene out. */
  readonly unless?: RegExp
  /** Words that the types must contain. */
  readonly types?: RegExp
}

const stove =
  /stove|cooking|cookers?\b|chulh?a|mbaula|jiko|kitchen regime|fogon|fogao|fogoes|cocinas|estufas|foyers? amelior|cuisiniere|kochherd|kochofen|fornelli|\bocak|kooktoestel/
const otherWork = /husk|straw|biomass|power|energy from|electric/

/**
 * Rules for words of one work, from the most specific to the most general. A text with words of several
 * rules has the scene of the first: stoves near a forest are stoves, rice husks are biomass.
 */
const rules: readonly Rule[] = [
  { scene: 'solarcooker', words: /solar (cook|oven|stove)|cocinas? solar|cuiseurs? solaire/ },
  {
    scene: 'solarheater',
    words: /solar (hot )?(water heat|thermal heat|dry)|chauffe-eau solaire|solarthermie/,
  },
  { scene: 'solarthermal', words: /concentrated solar|solar (thermal|tower)|\bcsp\b/ },
  { scene: 'cookstove', words: stove },
  {
    scene: 'wastewater',
    words:
      /waste ?water|effluent|sewage|\bpome\b|palm oil mill|aguas residuales|eaux usees|abwasser|acque reflue|atik ?su|afvalwater/,
  },
  {
    scene: 'waterworks',
    words:
      /(safe|clean|drinking|potable) (drinking )?water|water (filt|purif|treat|suppl|kiosk|is\b)|borehole|\b(hand|water) ?pumps?\b|chlorin|\bmaji\b|agua potable|agua segura|eau potable|trinkwasser|acqua potabile|icme suyu|drinkwater/,
  },
  {
    scene: 'compost',
    words: /compost|kompost/,
  },
  {
    scene: 'wasteheat',
    words:
      /waste[- ](heat|gas|energy recovery)|heat recovery|coke oven|abwarme|chaleur fatale|atik isi/,
  },
  {
    scene: 'manure',
    words:
      /manure|swine|\bpigs?\b|piggery|\bawms\b|poultry litter|animal waste|gulle|lisier|estiercol|\bmest\b/,
  },
  {
    scene: 'solarlamp',
    words: /solar[- ](powered )?(home systems?|light|lamp|lantern)|lampes? solaire|solarlampe/,
  },
  {
    scene: 'landfill',
    words:
      /landfill|\blfg\b|dump ?site|relleno sanitario|vertedero|aterro|decharge|deponie|discarica|stortplaats|duzenli depolama/,
  },
  {
    scene: 'landfill',
    words: /\bgas (capture|recovery|collection|utili[sz]ation|to energy)/,
    types: /waste handling/,
    unless: /manure|livestock/,
  },
  { scene: 'biogas', words: /bio-?gas|digest|biyogaz/ },
  { scene: 'recycling', words: /recycl|recicl|riciclo|waste diversion|geri donusum/ },
  {
    scene: 'mine',
    words: /coal[- ]?(mine|bed)|mine (methane|gas)|\bcmm\b|\bvam\b|grubengas|gaz de mine/,
  },
  {
    scene: 'wind',
    words: /\bwind(?!ow|hoek|sor|ward|jammer)|eolic|eolien|eolsk|\bwpp\b|ruzgar/,
  },
  { scene: 'geothermal', words: /geo-?t(h)?erm|jeotermal|erdwarme|aardwarmte/ },
  {
    scene: 'hydro',
    words:
      /hydro(?!gen|pon|char)|hidro|idroel|wasserkraft|waterkracht|\bhe?pp\b|\bhes\b|run[- ]of[- ](the )?river|\bdam\b|\bbaraji\b/,
  },
  { scene: 'solar', words: /\bpv\b|solar|photovolt|fotovolt|solaire|gunes enerji|zonne/ },
  {
    scene: 'lighting',
    words:
      /lighting|light ?bulb|\blamps?\b|\bcfls?\b|lantern|\bleds? (light|lamp|bulb|tube)|eclairage|beleuchtung|alumbrado|illuminazione|aydinlatma/,
  },
  {
    scene: 'mangrove',
    words: /mangrove|manglar|mangue|blue carbon|salt ?marsh|tidal wetland|sea ?grass/,
  },
  { scene: 'peatland', words: /peat|tourbiere|turbera|torfmoor|wetland|veen\b/ },
  {
    scene: 'forest',
    words:
      /reforest|afforest|agroforest|deforest|\bredd\b|\bifm\b|\bar project|\ba\/r\b|\barr\b|reboisement|aufforst|rimboschi|agaclandirma|bebossing/,
  },
  {
    scene: 'biomass',
    words: /biomass|biomasa|biyokutle|biofuel|biochar|bagasse|husk|cogenerat|pellet|wood ?chip/,
    unless: /(energy|fuel|wood|biomass) (energy )?(conservation|saving)/,
  },
  {
    scene: 'rice',
    words: /\brice\b|paddy|\barroz|\briz\b|rizier|reisanbau|\bpirinc|\brijst|\briso\b/,
    unless: otherWork,
  },
  {
    scene: 'forest',
    words:
      /forest|\btrees?\b|plantation|amazon(?!as solar)|bosque|foret|foresta|floresta|\bwald|\bselva\b|orman|woodland|logging|logged/,
  },
  {
    scene: 'grassland',
    words: /grassland|grazing|pasture|rangeland|prairie|savanna|pastizal|weide|mera\b/,
  },
  { scene: 'livestock', words: /\bcows?\b|cowcredit|cattle|dairy|enteric|livestock|ruminant/ },
  {
    scene: 'farmland',
    words:
      /agricultur|agricol|regenerative|\bsoils?\b|tillage|cropland|\bfarm(ing|land|s|ers?)\b|landwirtschaft|tarim/,
    unless: otherWork,
  },
  { scene: 'ship', words: /\bships?\b|shipping|\bhulls?\b|vessel|maritime|schifffahrt|navires/ },
  { scene: 'ship', words: /refit\b|retrofit/, types: /transport/ },
  { scene: 'bus', words: /\bbus(es)?\b|autobus|\bbrt\b|rapid transit|otobus/ },
  {
    scene: 'electriccar',
    words:
      /electric (mobility|vehicle|car|truck|taxi|scooter|motor|bike|rickshaw)|\bevs?\b|e-mobility|elektromobil|movilidad electrica|mobilite electrique/,
  },
  {
    scene: 'train',
    words: /\btrains?\b|\brail|\bmetro\b|\btram\b|subway|ferrocarril|ferroviair|demiryolu/,
  },
  {
    scene: 'waterworks',
    words: /\bwater\b|\bagua\b|\beau\b|\bacqua\b|\bwasser\b/,
    types: /domestic|demand/,
  },
  {
    scene: 'industry',
    words: /cement|\bsteel\b|brick|ceramic|nitric|\bn2o\b|\bhfc|refriger|factory|fabrik|usine/,
  },
]

/** Methodologies that serve one work. */
const methodologies: readonly (readonly [RegExp, SceneName])[] = [
  [/\b(ams-ii\.g|vmr0006|vm0050)\b|efficient cookstoves/, 'cookstove'],
  [/\bams-iii\.av\b/, 'waterworks'],
  [/\b(ams-iii\.d|acm0010|ams-iii\.y)\b/, 'manure'],
  [/\bams-iii\.r\b/, 'biogas'],
  [/\b(ams-iii\.[hi]|acm0014)\b/, 'wastewater'],
  [/\b(ams-iii\.g|acm0001)\b/, 'landfill'],
  [/\bams-iii\.f\b/, 'compost'],
  [/\b(ams-iii\.ar|ams-ii\.j|am0046)\b/, 'lighting'],
  [/\b(ams-iii\.q|acm0012)\b/, 'wasteheat'],
  [/\bams-iii\.aj\b/, 'recycling'],
  [/\bacm0008\b/, 'mine'],
  [/\b(acm0006|acm0018)\b/, 'biomass'],
  [/\b(vm0033|ar-am0014)\b/, 'mangrove'],
  [/\b(vm0051|ams-iii\.au)\b/, 'rice'],
  [/\b(vm0026|vm0032)\b/, 'grassland'],
  [/\b(vm0042|vm0017)\b/, 'farmland'],
  [/\bvm0041\b/, 'livestock'],
  [/\bvm0038\b/, 'electriccar'],
  [/\b(ar-a|vm00(03|05|06|07|09|10|11|12|15|45|47|48)\b)/, 'forest'],
]

/** Types of one work, and then types of a wide field, which get a scene that shows only the field. */
const types: readonly (readonly [RegExp, SceneName])[] = [
  [/\bwind\b/, 'wind'],
  [/hydro/, 'hydro'],
  [/geothermal/, 'geothermal'],
  [/\bpv\b|photovolt/, 'solar'],
  [/concentrated solar/, 'solarthermal'],
  [/\bbiogas\b/, 'biogas'],
  [/cookstove/, 'cookstove'],
  [/landfill/, 'landfill'],
  [/a\/r\b|afforest|reforest|forest management|\bredd/, 'forest'],
  [/biomass|biofuel/, 'biomass'],
  [/manure/, 'manure'],
  [/livestock|enteric/, 'livestock'],
]
const fields: readonly (readonly [RegExp, SceneName])[] = [
  [/domestic/, 'home'],
  [/forest|land use|agricultur|afolu/, 'land'],
  [/waste/, 'waste'],
  [/transport/, 'road'],
  [/mining|mineral/, 'mine'],
  [/industrial|manufactur|chemical|metal|fugitive|construction|commercial/, 'industry'],
  [/energy|electric|power|heat|solar/, 'grid'],
]

/**
 * Returns the scene of the name's words, otherwise of the methodology, the types, the description's
 * first sentence, or the field of the types.
 */
export function sceneOfProject({
  name,
  types: typeTexts,
  methodology,
  description = '',
}: SceneFacts): SceneName {
  const allTypes = fold(typeTexts.join('; '))
  const [firstSentence = ''] = fold(description).split(/[.\n]/)
  return (
    sceneOfWords(fold(name), allTypes) ??
    sceneIn(methodologies, fold(methodology ?? '')) ??
    sceneIn(types, allTypes) ??
    sceneOfWords(firstSentence, allTypes) ??
    sceneIn(fields, allTypes) ??
    neutralScene
  )
}

function sceneOfWords(text: string, allTypes: string): SceneName | undefined {
  return rules.find(
    ({ words, unless, types }) =>
      words.test(text) && !unless?.test(text) && (types === undefined || types.test(allTypes)),
  )?.scene
}

function sceneIn(
  list: readonly (readonly [RegExp, SceneName])[],
  text: string,
): SceneName | undefined {
  return list.find(([words]) => words.test(text))?.[1]
}
