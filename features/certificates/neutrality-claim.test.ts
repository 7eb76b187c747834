// Tests which names on a certificate claim neutrality, in any spelling, and which are names.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '#values/text/free-text.ts'
import { shownName } from './certificate-name.ts'
import { claimsNeutrality } from './neutrality-claim.ts'

const claims = [
  ...[
    'neutral',
    'Carbon Neutral',
    'Climate-neutral since 2024',
    'Carbon neutrality',
    'CO₂ neutral',
  ],
  ...['Net Zero Ltd', 'NetZero', 'Ada, net-zero', 'Zero Carbon Ltd', 'Zero-emission school'],
  ...['Climate positive', 'Carbon negative', 'Carbon free', 'CO2-free', 'Carbon compensated'],
  ...['klimaatneutraal', 'CO2-neutraal', 'netto nul', 'uitstootvrij', 'emissievrij'],
  ...['neutre en carbone', 'Neutralité carbone', 'zéro émission', 'zéro émission nette'],
  ...['neutro en carbono', 'carbono neutral', 'huella neutra de carbono', 'cero emisiones netas'],
  ...['a impatto climatico neutro', 'emissioni zero', 'zero emissioni', 'neutralità climatica'],
  ...['klimaneutral', 'Klimaneutrale Familie', 'Netto-Null', 'CO2-frei', 'emissionsfrei'],
  ...['karbon nötr', 'nötr', 'iklim nötr', 'net sıfır', 'sıfır karbon', 'karbon nötrlüğü'],
  'Carbon Neutral Bay',
  ...['Net 0', 'Net-0 by 2030', 'netto 0', '0 emissions', '0 CO2', 'carbon 0', 'no emissions'],
  ...['free of emissions', 'CO2e free', 'GHG-free', 'a impatto zero', 'libre de carbono'],
  ...['emissieloos', 'karbonsuz', 'emisyonsuz', 'karbon nötrü', 'décarboné', 'zero footprint'],
  ...['Emissionsfreie Familie', 'CO2-freie Firma', 'klimafreier Verein', 'keine Emissionen'],
  ...['geen uitstoot', 'CO2-vrije school', 'impronta zero', 'impact zéro', 'aucune émission'],
  ...['ɴᴇᴜᴛʀᴀʟ', '🅒🅐🅡🅑🅞🅝 🅝🅔🅤🅣🅡🅐🅛', '🅽🅴🆄🆃🆁🅰🅻'],
]

const names = [
  ...['Neutral Bay Primary School', 'Neutral Bay', 'The Neutral Bay Rowing Club', 'Richard Neutra'],
  ...['Neutron Stars', 'Ada Neutrino', 'Notre Dame', 'Notre famille', 'Les amis de notre école'],
  ...['Planet Zero', 'Agent Zero', 'Zero Waste Club', 'Zeronim', 'Ground Zero', 'Cabinet Zero'],
  ...['Günter Netzer', "Netzer O'Brien", 'Netzer Olaf', 'Janet Zeroual', 'Internet Zealots'],
  ...[
    'Carbon Offset Fund',
    'Carbone Family',
    'Carbon Freeman',
    'Climate Action Group',
    'Clima Srl',
  ],
  ...['Emission Control Band', 'Ada L.', 'Gülşen İpek', 'Анна', '王小明', 'محمد علي', 'Sinclair'],
  ...['Sans Souci', 'Freie Universität', 'Compensation Board', 'Nikola Tesla', 'Null Pointer'],
  ...['Climate Zero Waste', 'CO2 Zero Waste Club', 'Footprint Zero Waste', 'İklim Sıfır Atık'],
  ...[
    'Impact Hub',
    'Social Impact Lab',
    'Keine Panik',
    'Salim Frei',
    'Null Salim',
    'Noah Carbone',
    'Nico Climaco',
  ],
  ...['Positive Vibes', 'Negativland', 'Neu Trallala', 'Nutre tu cuerpo', 'Nora Treutle'],
]

describe('a claim of neutrality', () => {
  it.each(claims)('is %s', (claim) => {
    expect(claimsNeutrality(claim)).toBe(true)
    expect(shownName(claim)).toMatchObject({ problem: 'certificate_name_claims' })
  })

  it.each(names)('is not %s', (name) => {
    expect(claimsNeutrality(name)).toBe(false)
    expect(shownName(name)).toEqual({ name })
  })

  const base = ['carbon neutral', 'klimaneutral', 'net zero', 'neutraal', 'zero emission'] as const
  const disguises: Readonly<Record<string, readonly string[]>> = {
    a: ['a', 'A', 'а', 'á', '@', '4', 'ａ'],
    e: ['e', 'E', 'е', 'é', '3', 'ｅ', '𝐞'],
    o: ['o', 'O', 'о', 'ο', '0', 'ö'],
    i: ['i', 'I', 'і', '1', 'í'],
    l: ['l', 'L', 'ⅼ', '1', 'ł'],
    c: ['c', 'C', 'с'],
    t: ['t', 'T', '𝚝', '7'],
    u: ['u', 'U', 'ü', 'v'],
    ' ': [' ', '-', '‑', '_', '.', '', '  ', ' – ', '\u200b', '/', '·'],
  }
  const spelling = fc.constantFrom(...base).chain((text) => {
    const letters = Array.from(text, (letter) => {
      return fc.constantFrom(...(disguises[letter] ?? [letter, letter.toUpperCase()]))
    })
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00ad', '\u200b')
    return fc.tuple(fc.tuple(...letters), gap).map(([parts, each]) => parts.join(each))
  })

  it('is found in any spelling, also within a longer name', () => {
    const around = fc.constantFrom('', 'Ada', 'Ltd', 'Smith & Sons', '2030')
    fc.assert(
      fc.property(around, spelling, around, (before, claim, after) => {
        const text = `${before} ${claim} ${after}`
        expect(claimsNeutrality(cleanText(text))).toBe(true)
        // The filter of addresses may leave the whole claim out, as of "carbon.neutral".
        const result = shownName(text)
        expect('name' in result && claimsNeutrality(result.name ?? '')).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is in no text that only repeats parts of one', () => {
    for (const name of [
      'n '.repeat(40),
      'e'.repeat(80),
      'neutra '.repeat(11),
      'carbon '.repeat(11),
    ]) {
      expect(claimsNeutrality(name), name).toBe(false)
    }
  })
})
