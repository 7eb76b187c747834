// Tests that the PDF of a certificate has its proof, code and address on the first page, however long its texts are.
import { describe, expect, it } from 'vitest'
import { exampleCertificate } from '#tests/support/example-certificate.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, languages } from '#values/lists/languages.ts'
import { certificatePaper } from './certificate-paper.ts'
import { certificateWords } from './certificate-words.ts'
import { certificateNameMax } from './certificates-calls.ts'
import { certificateZone } from './drawing.ts'
import { withPaperNames } from './paper-names.ts'
import type { Certificate } from './read-certificate.ts'

const [place] = exampleCertificate.currentPlaces
const url = `https://passport.example/c/${exampleCertificate.code}`
const longProject =
  'Improved cookstoves and safe water for rural households of the northern provinces of Anatolia'
const longHolder = 'Gesellschaft für Klimaschutz, Energie und Umweltbildung mbH '
  .repeat(2)
  .slice(0, certificateNameMax)
const witnesses = ['one', 'two', 'three', 'four'].map((name) => ({
  name: `${name}.witness-of-a-long-name.example/w`,
  cosignedAt: new Date('2026-11-28T11:42:00Z'),
}))
const block = {
  ...place,
  project: longProject,
  registeredName: longProject.toUpperCase(),
  isDemo: true,
  isUncompared: true,
  projectTypes: ['Wind', 'Energy Efficiency'],
}
const longest: Certificate = {
  ...exampleCertificate,
  name: longHolder,
  proof: {
    index: 4_122,
    entry: '{"kind":"allocate"}',
    hashes: [],
    salt: Buffer.alloc(16),
    size: 5_000,
    checkpoint: '',
    witnesses: [],
  },
  witnessing: { isWitnessed: true, witnesses },
  currentPlaces: [
    {
      ...block,
      parts: [
        {
          first: 1,
          last: 10,
          state: 'retired',
          reference: 'R-1',
          url: null,
          date: '2026-11-23',
          confirmedOn: null,
        },
        {
          first: 11,
          last: 30,
          state: 'allocated',
          reference: null,
          url: null,
          date: null,
          confirmedOn: null,
        },
      ],
    },
  ],
}

async function draw(certificate: Certificate, language: Language) {
  const { code, date: day } = certificate
  const words = certificateWords(certificate, language)
  const zone = certificateZone(certificate)
  const job = { kind: 'certificate-paper', code, day, zone, words, url } as const
  return { ...(await readPdf(await certificatePaper(job))), words }
}

/** Texts without blanks, which line breaks change. */
const plain = (text = '') => text.replaceAll(/\s/g, '')

describe('the paper of a certificate', () => {
  it.each(languages)(
    'has one page in %s, also with long names and many notes',
    async (language) => {
      const { pages, pageTexts, words } = await draw(longest, language)
      expect(pages).toBe(1)
      const { proof } = words
      for (const text of [proof.text, proof.witnesses ?? '-', url, words.truth]) {
        expect(plain(pageTexts[0])).toContain(plain(text))
      }
    },
  )

  it('has one page if its name is one long word, or in letters that the typeface lacks', async () => {
    for (const name of ['W'.repeat(certificateNameMax), 'محمد العربي']) {
      const { pages, pageTexts } = await draw({ ...longest, name }, 'de')
      expect(pages).toBe(1)
      expect(pageTexts[0]).toContain(url)
    }
  })

  it.each([0, 1, 2])('marks the demonstration and the uncompared serial of block %i', (marked) => {
    const wordsWith = (mark: Partial<typeof place>) => {
      const [first, ...others] = [0, 1, 2].map((index) =>
        index === marked ? { ...place, ...mark } : place,
      )
      const currentPlaces = [first ?? place, ...others] as const
      return certificateWords({ ...exampleCertificate, currentPlaces }, 'en')
    }
    expect(wordsWith({})).toMatchObject({ demo: null, uncompared: null })
    expect(wordsWith({ isDemo: true }).demo).toBe(textIn('en', 'certificates_demo'))
    const uncompared = wordsWith({ isUncompared: true, registryName: 'Other' }).uncompared
    expect(uncompared).toBe(textIn('en', 'certificates_uncompared', { registry: 'Other' }))
  })

  it('has codes for the names of all of its projects, and of replaced ones, that it cannot write', () => {
    const named = (project: string, projectNumber: string, serial: string) => ({
      ...place,
      ...{ project, projectNumber, registeredName: project, serial },
    })
    const [arabic, mixed, latin] = [
      named('مشروع الرياح', 'GS-1', 'A'),
      named('风电 Wind', 'GS-2', 'B'),
      named('Wind farm of İzmir', 'GS-3', 'C'),
    ]
    const replacement = { date: '2026-11-22', replaced: arabic, present: mixed, proof: null }
    const { facts, replacement: replaced } = certificateWords(
      withPaperNames({
        ...exampleCertificate,
        currentPlaces: [latin, arabic, mixed],
        replacements: [replacement],
      }),
      'en',
    )
    const projects = facts.map(([project]) => project?.value.split(' · ')[0])
    expect(projects).toEqual(['Wind farm of İzmir', 'GS-1', 'GS-2'])
    const texts = replaced?.parts.join(' ') ?? ''
    for (const word of ['GS-1', 'GS-2']) expect(texts).toContain(word)
    expect(texts).not.toMatch(/مشروع|风/)
  })

  it('has its proof, address and zone on the first page only, if it has several', async () => {
    const blocks = Array.from({ length: 8 }, (_, index) => ({ ...block, serial: `GS1-1-${index}` }))
    const certificate = { ...longest, currentPlaces: [block, ...blocks] } as const
    const { pageTexts, words, roles, alternatives } = await draw(certificate, 'de')
    const [first, ...others] = pageTexts.map(plain)
    expect(others.length).toBeGreaterThan(1)
    const [zone] = certificateZone(certificate)
    for (const text of [words.proof.text, words.proof.witnesses ?? '-', url, zone]) {
      expect(first).toContain(plain(text))
      for (const other of others) expect(other).not.toContain(plain(text))
    }
    for (const { serial } of blocks) expect(pageTexts.join()).toContain(serial)
    expect(others.at(-1)).toContain(plain(words.retirement.hint))
    expect(alternatives).toEqual([textIn('de', 'certificates_qr')])
    expect(roles.filter((role) => role === 'H2')).toHaveLength(2)
  })
})
