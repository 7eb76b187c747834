// Finds claims of neutrality in the name on a certificate, such as "Carbon Neutral" and "Net Zero Ltd", in
// the seven languages of the product and in look-alike spellings (docs/product.md#certificates). Pure.

import { anyLetter, asLookAlikes, lookAlikeWords } from '#values/text/look-alike-words.ts'
import { latinLetters } from '#values/text/look-alikes.ts'

/** Found inside of words too, as in "klimaneutral" and "neutralité". No common name contains one. */
const stems = ['neutral', 'neutraal', 'carboneutr', 'karbonnotr', 'iklimnotr', 'co2notr']

/** Forms of the stems that are found with a gap at any place. */
const stemForms = [
  ...['neutrality', 'neutralite', 'neutralidad', 'neutralita', 'neutralitat', 'neutraliteit'],
  ...['neutrale', 'neutraler', 'neutrales', 'neutrali', 'neutralise', 'neutralised', 'neutralized'],
]

/** Found as whole words, with or without gaps, so that Neutron, Planet Zero and Notre Dame are no claims. */
const phrases = [
  ...['neutre', 'neutres', 'neutro', 'neutros', 'neutri'],
  ...['netzero', 'zeronet', 'nettozero', 'zeronetto', 'nettonull', 'nettonul', 'netnul'],
  ...['nettezero', 'zeronette', 'ceroneto', 'netocero', 'netascero', 'ceronetas', 'ceronetos'],
  ...['zeronets', 'zeronettes', 'netsifir', 'sifirnet'],
  ...[
    'net0',
    'netto0',
    'nette0',
    'netas0',
    'decarbone',
    'decarbonee',
    'decarbonised',
    'decarbonized',
  ],
]

/** The subject of a claim, found at the start of a word. */
const topics = [
  ...['carbon', 'carbone', 'carbono', 'carbonio', 'karbon', 'koolstof', 'kohlenstoff', 'co2'],
  ...['climate', 'climat', 'climatique', 'clima', 'klimaat', 'klima', 'iklim'],
  ...['emission', 'emissions', 'emissie', 'emissies', 'emissionen', 'emision', 'emisiones'],
  ...['emissione', 'emissioni', 'emisyon', 'uitstoot', 'ausstoss'],
  ...['ghg', 'co2e', 'footprint', 'impatto', 'impact', 'empreinte', 'huella', 'voetafdruk'],
  ...['impronta', 'fussabdruck'],
]
/** Make a claim directly after a topic: "carbon free", "klimapositiv", "emissioni zero". */
const endings = [
  ...[
    'free',
    'frei',
    'freie',
    'freier',
    'freies',
    'freien',
    'freiem',
    'vrij',
    'vrije',
    'negative',
    'negativ',
    'negatief',
    'negatif',
    'negativo',
    'negativa',
  ],
  ...['positive', 'positiv', 'positief', 'positif', 'positivo', 'positiva', 'pozitif'],
  ...['zero', 'cero', 'null', 'nul', 'sifir', '0', 'loos', 'suz', 'siz'],
]
/** Make a claim directly before a topic: "zero carbon", "sans carbone". */
const beginnings = [
  'zero',
  'cero',
  'null',
  'nul',
  'sifir',
  'sans',
  'senza',
  'sin',
  '0',
  'no',
  'freeof',
  'librede',
  'libresde',
  'ohne',
  'zonder',
  ...['keine', 'kein', 'geen', 'aucune', 'aucun', 'ninguna', 'ningun', 'nessuna', 'nessun'],
]
/** Follow a zero that is no claim: "Climate Zero Waste". */
const wastes = ['waste', 'abfall', 'afval', 'atik', 'dechet', 'dechets', 'residuos', 'rifiuti']
/**
 * Make a claim in any text with a topic. Alone they are names (Richard Neutra) or ordinary words
 * (compensated).
 */
const qualities = [
  ...['neutra', 'neutras', 'compensated', 'compense', 'compensee', 'compensado', 'compensada'],
  ...['compensato', 'compensata', 'gecompenseerd', 'kompensiert', 'ausgeglichen', 'dengelendi'],
]

const wordStart = `(?<!${anyLetter})`
const wordEnd = `(?!${anyLetter})`
const oneOf = (words: readonly string[]) => `(?:${lookAlikeWords(words, 'any')})`

// A gap within a stem must not join two names, as in "Neu Trallala".
const stem = new RegExp(
  [
    lookAlikeWords(stems, 'none'),
    lookAlikeWords(stems, 'each'),
    `${oneOf([...stems, ...stemForms])}${wordEnd}`,
  ].join('|'),
)
// "Netzer O'Brien" has a family name of its own.
const phrase = new RegExp(`${wordStart}(?!netzer o)${oneOf(phrases)}${wordEnd}`)
const topic = new RegExp(`${wordStart}${oneOf(topics)}`)
const claimOfTopic = new RegExp(
  `${wordStart}(?:${oneOf(topics)} ?${oneOf(endings)}|${oneOf(beginnings)} ?${oneOf(topics)})${wordEnd}(?! ?${oneOf(wastes)})`,
)
const quality = new RegExp(`${wordStart}${oneOf(qualities)}${wordEnd}`)

/** The Turkish word, which is distinguished from French "notre" by its dots and its endings. */
const turkishNeutral =
  /(?<!\p{L})n[öo]tr(?:[üu]|d[üu]r|l[üu]k|l[üu][ğg][üu]|le[a-zçğıöşü]*)?(?!\p{L})/iu

/**
 * Names of places with the word. A purchase is no claim of the place. The word stays a claim after a
 * topic, as in "Carbon Neutral Bay".
 */
const places = /(?<![a-z0-9])neutral bay(?![a-z0-9])/g

/**
 * Returns true if a name claims that its bearer is neutral or has no emissions. Names of other subjects,
 * such as Zero Waste Club and Carbon Offset Fund, claim nothing of that.
 */
export function claimsNeutrality(name: string): boolean {
  const letters = asLookAlikes(name)
  const hasTopic = topic.test(letters)
  const compared = hasTopic ? letters : asLookAlikes(latinLetters(name).replace(places, ' '))
  return (
    stem.test(compared) ||
    phrase.test(compared) ||
    claimOfTopic.test(compared) ||
    (hasTopic && quality.test(compared)) ||
    turkishNeutral.test(name.normalize('NFC'))
  )
}
