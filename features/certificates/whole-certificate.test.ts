// Tests every word and link of a certificate of two projects, on its page and on paper: each fact has its own label and
// block, and each address its own target.
import { expect, it } from 'vitest'
import { exampleCertificate } from '#tests/support/example-certificate.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { certificatePage, missingPage } from './certificate-page.ts'
import { certificatePaper } from './certificate-paper.ts'
import { certificateWords } from './certificate-words.ts'
import { certificateZone } from './drawing.ts'
import { type Certificate, factsOf } from './read-certificate.ts'

const [wind] = exampleCertificate.currentPlaces
const allocated = {
  state: 'allocated',
  reference: null,
  url: null,
  date: null,
  confirmedOn: null,
} as const
const solar: Certificate['currentPlaces'][0] = {
  ...{ ...wind, project: 'Solar park', projectNumber: 'GS-2', registeredName: 'SOLAR' },
  ...{ country: 'DE', countryName: 'Germany', serial: 'GS1-2', vintageYear: 2025 },
  ...{ projectTypes: ['Solar'], registryUrl: 'https://registry.example/p/2' },
  places: { first: 1_001, last: 2_500 },
  parts: [
    {
      ...{ first: 1_001, last: 2_000, state: 'retired', reference: 'R-7' },
      ...{ url: 'https://registry.example/r/7', date: '2026-11-23', confirmedOn: '2026-11-25' },
    },
    { first: 2_001, last: 2_500, ...allocated },
  ],
}
const certificate: Certificate = {
  ...{ ...exampleCertificate, kg: 1_530, name: 'Ada <L.>' },
  proof: {
    ...{ index: 4_122, entry: '{"kind":"allocate"}', hashes: [], salt: Buffer.alloc(2, 7) },
    ...{ size: 5_000, checkpoint: '', witnesses: [] },
  },
  witnessing: {
    isWitnessed: true,
    witnesses: [{ name: 'w.example', cosignedAt: new Date('2026-11-28T11:42:00Z') }],
  },
  currentPlaces: [
    solar,
    { ...wind, isDemo: true, isUncompared: true, parts: [{ first: 1, last: 30, ...allocated }] },
  ],
  replacements: [
    {
      ...{ date: '2026-11-26', replaced: { ...wind, places: { first: 101, last: 1_600 } } },
      ...{ present: solar, proof: { index: 4_500, entry: '{"kind":"replace"}', hashes: [] } },
    },
  ],
}
const url = `https://passport.example/c/${certificate.code}`
const words = certificateWords(certificate, 'en')

const statement =
  'These kilograms come from several blocks of credits, named below. Each has its own number, ' +
  'one person holds them all, and they are sold to nobody else.'
const warnings = [
  'Demonstration: stock and prices are examples, and nothing is really sold.',
  'Serial numbers of Gold Standard cannot be compared with those of other batches: it is not ' +
    'proven that these tonnes are in no other batch here.',
]
const replacement = [
  'Replaced on 26 November 2026: formerly 1,500 kg of Wind farm of İzmir, because the registry ' +
    'took these credits back. GS1-1. Places 101 to 1,600.',
  'Instead: Solar park, GS1-2. Places 1,001 to 2,500.',
]
const retired =
  'Solar park, GS1-2. Places 1,001 to 2,000: retired on 23 November 2026, reference R-7, ' +
  'confirmed at the registry on 25 November 2026'
const unretired = [
  'Solar park, GS1-2. Places 2,001 to 2,500: not retired yet',
  'Wind farm of İzmir, GS1-1. Places 1 to 30: not retired yet',
]
const hint = 'The registry retires whole tonnes, the oldest places first.'
const proof = [
  'Entry 4,122 of the public log says that the former places were taken, and entry 4,500 that ' +
    'others stand in for them. Nobody can take that back, and anybody can check it.',
  'Witnesses have cosigned the log with this entry: w.example (28 November 2026 at 11:42 UTC). ' +
    'They cosign only a log that still has everything they saw before.',
]
const truth =
  'A contribution, not an absolution. Offsets fund projects that avoid or remove emissions; ' +
  'they do not undo the emissions you cause.'
const zone = ['C<DE<ADA<L'.padEnd(36, '<'), `${certificate.code}92611228KG01530GS<<1`]

/** Returns the texts of a page between its tags, in their order. */
function textsOf(html: string): string[] {
  const body = html.slice(html.indexOf('<main>'))
  return body
    .replaceAll(/<sub>|<\/sub>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    )
}
const linksOf = (html: string) =>
  [
    ...html.slice(html.indexOf('<main>')).matchAll(/<a href="([^"]*)"[^>]*>(?:<code>)?([^<]*)/g),
  ].map(([, to, text]) => [to, text])

it('its page', () => {
  const html = certificatePage(certificate, words, { styles: '<link href="/s.css">', url })
  expect(textsOf(html)).toEqual([
    ...['Carbon Passport', 'Certificate', '1,530', 'kg CO2', 'Held by', 'Ada <L.>', statement],
    ...[...warnings, 'Project', 'Solar park · 1,500 kg', 'Name at the registry', 'SOLAR'],
    ...['Country', 'Germany', 'Type', 'Solar', 'Vintage', '2025', 'Registry', 'Gold Standard'],
    ...['Date', '22 November 2026', 'Serial number of the batch', 'GS1-2'],
    ...['Places in the block', '1,001 – 2,500'],
    ...['Project', 'Wind farm of İzmir · 30 kg', 'Name at the registry', 'WIND'],
    ...['Country', 'Türkiye', 'Vintage', '2024', 'Registry', 'Gold Standard'],
    ...['Serial number of the batch', 'GS1-1', 'Places in the block', '1 – 30'],
    ...['Replacement', ...replacement, 'Retirement at the registry', retired],
    ...['The registry’s record', ...unretired, hint, 'Proof in the public log', ...proof],
    ...['What to check it with', 'Entry 4,122, in a log of 5,000', '{"kind":"allocate"}'],
    ...['Entry 4,500, in a log of 5,000', '{"kind":"replace"}', 'Transaction', 'CP-1'],
    ...['Salt', '0707', 'Witness', 'w.example (28 November 2026 at 11:42 UTC)'],
    ...['Read and check it at', url, truth, ...zone, 'Open your own passport'],
    ...['To print and frame (PDF)', 'All facts and the proof (JSON)', 'Verify a certificate'],
    ...['Public log', 'English', 'Nederlands', 'Français', 'Español', 'Italiano', 'Deutsch'],
    'Türkçe',
  ])
  expect(linksOf(html)).toEqual([
    ['https://registry.example/p/2', 'Gold Standard'],
    ['https://registry.example/r/7', 'The registry’s record'],
    [url, url],
    ['/?language=en', 'Open your own passport'],
    [`${url}.pdf?language=en`, 'To print and frame (PDF)'],
    [`${url}.json`, 'All facts and the proof (JSON)'],
    [`/verify?code=${certificate.code}&amp;language=en`, 'Verify a certificate'],
    ['/log?language=en', 'Public log'],
    ...[
      ['?language=nl', 'Nederlands'],
      ['?language=fr', 'Français'],
    ],
    ...[
      ['?language=es', 'Español'],
      ['?language=it', 'Italiano'],
    ],
    ...[
      ['?language=de', 'Deutsch'],
      ['?language=tr', 'Türkçe'],
    ],
  ])
  const title = '1,530 kg CO₂ · Solar park (1,500 kg), Wind farm of İzmir (30 kg)'
  expect(html).toContain(`<title>Certificate: ${title} · Carbon Passport</title>`)
  const tags = [...html.matchAll(/<meta property="([^"]*)" content="([^"]*)"/g)].map(
    ([, name, content]) => [name, content],
  )
  expect(tags).toEqual([
    ['og:type', 'website'],
    ['og:site_name', 'Carbon Passport'],
    ['og:title', title],
    [
      'og:description',
      'Solar park (1,500 kg), Wind farm of İzmir (30 kg), Germany, Türkiye. Each kilogram has ' +
        'its place in a block of its registry and in a public log.',
    ],
    ['og:url', url],
    ['og:image', `${url}.png?language=en`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
    ['twitter:card', 'summary_large_image'],
  ])
  expect(html).toContain('<link href="/s.css">')
})

it('the page without a name, a warning, a replacement and a proof has none of their parts', () => {
  const plain = certificateWords({ ...exampleCertificate, name: null }, 'en')
  const texts = textsOf(
    certificatePage({ ...exampleCertificate, name: null }, plain, { styles: '', url }),
  )
  for (const absent of ['Held by', 'Replacement', 'What to check it with', ...warnings]) {
    expect(texts).not.toContain(absent)
  }
  expect(texts.slice(0, 4)).toEqual(['Carbon Passport', 'Certificate', '30', 'kg CO2'])
})

it('the page of a code without a certificate', () => {
  const html = missingPage('de', '<link href="/s.css">')
  expect(textsOf(html)).toEqual([
    ...['Carbon Passport', 'Dieses Zertifikat gibt es nicht.'],
    'Vielleicht wurde es entfernt, oder die Adresse ist vertippt.',
    ...['Zertifikat prüfen', 'Carbon Passport'],
  ])
  expect(linksOf(html)).toEqual([
    ['/verify', 'Zertifikat prüfen'],
    ['/', 'Carbon Passport'],
  ])
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<link href="/s.css">')
})

it('its paper', async () => {
  const { code, date: day } = certificate
  const paper = await readPdf(
    await certificatePaper({
      ...{ kind: 'certificate-paper', code, day, zone: certificateZone(certificate), words, url },
    }),
  )
  const facts = (block: string) => `Serial number of the batch ${block} Places in the block`
  expect(paper.pageTexts.map((text) => text.replace(/^C A R B O N[A-Z ]+T /, ''))).toEqual([
    `Certificate 1,530kg CO2 Held by Ada <L.> ${statement} ${warnings.join(' ')} ` +
      'Project Solar park · 1,500 kg Name at the registry SOLAR Country Germany Type Solar ' +
      `Vintage 2025 Registry Gold Standard Date 22 November 2026 ${facts('GS1-2')} ` +
      '1,001 – 2,500 Project Wind farm of İzmir · 30 kg Name at the registry WIND ' +
      `Proof in the public log ${proof.join(' ')} Read and check it at ${url} ${truth} ` +
      zone.join(' '),
    `Country Türkiye Vintage 2024 Registry Gold Standard ${facts('GS1-1')} 1 – 30 ` +
      `Replacement ${replacement.join(' ')} Retirement at the registry ${retired} ` +
      `${unretired.join(' ')} ${hint}`,
  ])
  expect([paper.title, new Set(paper.links)]).toEqual([
    'Certificate: 1,530 kg CO₂ · Solar park (1,500 kg), Wind farm of İzmir (30 kg)',
    new Set(['https://registry.example/p/2', url, 'https://registry.example/r/7']),
  ])
})

it('its facts, as programs read them', () => {
  const [block, other] = certificate.currentPlaces
  const places = ({ registeredName: project, ...each }: typeof block) => ({
    ...{ project, country: each.country, project_type: each.projectTypes },
    ...{ vintage_year: each.vintageYear, registry: 'GS', serial: each.serial },
    ...{ uncompared: each.isUncompared },
    ...{ first_place: each.places.first, last_place: each.places.last },
  })
  const rest = { state: 'allocated', reference: null, url: null, date: null, confirmed_on: null }
  const present = [
    {
      ...places(solar),
      parts: [
        {
          ...{ first_place: 1_001, last_place: 2_000, state: 'retired', reference: 'R-7' },
          ...{ url: 'https://registry.example/r/7', date: '2026-11-23' },
          confirmed_on: '2026-11-25',
        },
        { first_place: 2_001, last_place: 2_500, ...rest },
      ],
    },
    { ...places(other ?? block), parts: [{ first_place: 1, last_place: 30, ...rest }] },
  ]
  const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const wire = hashes.map((hash) => hash.toString('base64'))
  const { proof: sale, replacements } = certificate
  const [step] = replacements
  if (sale === null || step === undefined || step.proof === null) throw new Error('no proof')
  const second = { ...step, date: '2026-11-27', present: wind, replaced: solar, proof: null }
  const whole = {
    ...{ ...certificate, refundedKg: 70 },
    proof: { ...sale, hashes, checkpoint: 'o\n5\n', witnesses: ['w1', 'w2'] },
    replacements: [{ ...step, proof: { ...step.proof, hashes: hashes.slice(1) } }, second],
  }
  expect(factsOf(whole)).toEqual({
    ...{ kg: 1_530, refunded_kg: 70, ...present[0], date: '2026-11-22', name: 'Ada <L.>' },
    replacement: {
      present,
      steps: [
        {
          ...{ date: '2026-11-26', present: places(solar) },
          former: { ...places(wind), first_place: 101, last_place: 1_600 },
          proof: { index: 4_500, entry: '{"kind":"replace"}', hashes: wire.slice(1) },
        },
        { date: '2026-11-27', former: places(solar), present: places(wind), proof: null },
      ],
    },
    proof: {
      ...{ index: 4_122, entry: '{"kind":"allocate"}', salt: '0707', tx_id: 'CP-1' },
      ...{ hashes: wire, checkpoint: 'o\n5\n', witnesses: ['w1', 'w2'] },
    },
  })
  const plain = factsOf({ ...certificate, replacements: [], proof: null })
  expect(plain).toEqual({
    ...{ kg: 1_530, ...present[0], date: '2026-11-22', name: 'Ada <L.>' },
    ...{ replacement: null, proof: null },
  })
})
