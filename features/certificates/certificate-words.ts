// A certificate in the words of a language, for its page, its paper and its picture alike. Pure.
import type { Certificate } from '#features/certificates/read-certificate.ts'
import type { CertificatePart } from '#features/certificates/replaced-places.ts'
import { typeIn } from '#features/projects/type-in.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, localeOf } from '#values/languages.ts'

/** `isCode`: to be set in a face whose letters cannot be mistaken. */
export type Fact = {
  readonly label: string
  readonly value: string
  readonly isCode: boolean
  readonly url: string | null
}

export type CertificateWords = {
  readonly language: Language
  readonly product: string
  readonly title: string
  /** In groups: `1,030`. */
  readonly kg: string
  readonly unit: string
  readonly held: { readonly label: string; readonly name: string } | null
  readonly statement: string
  readonly facts: readonly Fact[]
  readonly retirement: {
    readonly title: string
    readonly hint: string
    readonly record: string
    readonly parts: readonly { readonly text: string; readonly url: string | null }[]
  }
  readonly proof: {
    readonly title: string
    readonly text: string
    /** What its facts are called together. */
    readonly details: string
    readonly facts: readonly Fact[]
  }
  readonly truth: string
  readonly demo: string | null
  /** Where its link is shared. */
  readonly share: {
    readonly title: string
    readonly text: string
    readonly project: string
    readonly country: string
  }
}

const unit = 'kg CO2'

function countryIn(language: Language, { country, countryName }: Certificate): string {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region', fallback: 'none' })
  return names.of(country) ?? countryName
}

export function certificateWords(certificate: Certificate, language: Language): CertificateWords {
  const { kg, project, name, isDemo } = certificate
  const country = countryIn(language, certificate)
  const figure = countIn(language, kg)
  return {
    language,
    product: textIn(language, 'common_product'),
    title: textIn(language, 'certificates_title'),
    kg: figure,
    unit,
    held: name === null ? null : { label: textIn(language, 'certificates_held'), name },
    statement: textIn(language, 'certificates_statement', { kg }),
    facts: factsIn(language, certificate, country),
    retirement: {
      title: textIn(language, 'certificates_retirement'),
      hint: textIn(language, 'certificates_retirement_hint'),
      record: textIn(language, 'certificates_record'),
      parts: [
        ...certificate.parts.map((part) => ({ text: partIn(language, part), url: part.url })),
        ...certificate.replacements.flatMap(({ parts, project: other, serial }) =>
          parts.map((part) => {
            const named = { project: other, serial, part: partIn(language, part) }
            return { text: textIn(language, 'certificates_stands_in', named), url: part.url }
          }),
        ),
      ],
    },
    proof: proofIn(language, certificate),
    truth: textIn(language, 'common_truth'),
    demo: isDemo ? textIn(language, 'certificates_demo') : null,
    share: {
      title: `${figure} ${unit} · ${project}`,
      text: textIn(language, 'certificates_share_text', { project, country }),
      project,
      country,
    },
  }
}

function factsIn(language: Language, certificate: Certificate, country: string): Fact[] {
  const { project, projectTypes, vintageYear, registryName, registryUrl, serial } = certificate
  const { firstPlace, lastPlace, date } = certificate
  const plain = (label: string, value: string) => ({ label, value, isCode: false, url: null })
  const types = projectTypes.map((type) => typeIn(language, type)).join(', ')
  return [
    plain(textIn(language, 'projects_one'), project),
    plain(textIn(language, 'projects_country'), country),
    ...(types === '' ? [] : [plain(textIn(language, 'projects_type'), types)]),
    plain(textIn(language, 'certificates_vintage'), String(vintageYear)),
    { ...plain(textIn(language, 'projects_registry'), registryName), url: registryUrl },
    plain(textIn(language, 'certificates_date'), dayIn(language, date)),
    { ...plain(textIn(language, 'activity_serial'), serial), isCode: true },
    plain(
      textIn(language, 'certificates_places'),
      firstPlace === lastPlace
        ? countIn(language, firstPlace)
        : `${countIn(language, firstPlace)} – ${countIn(language, lastPlace)}`,
    ),
  ]
}

function partIn(language: Language, part: CertificatePart): string {
  const { first, last } = part
  const places =
    first === last
      ? textIn(language, 'certificates_place_one', { first: countIn(language, first) })
      : textIn(language, 'certificates_place_many', {
          first: countIn(language, first),
          last: countIn(language, last),
        })
  return `${places}: ${stateIn(language, part)}`
}

function stateIn(language: Language, part: CertificatePart): string {
  switch (part.state) {
    case 'allocated':
      return textIn(language, 'certificates_part_allocated')
    case 'replaced':
      return textIn(language, 'certificates_part_replaced', { date: dayIn(language, part.date) })
    case 'retired': {
      const date = dayIn(language, part.date)
      return textIn(language, 'certificates_part_retired', { date, reference: part.reference })
    }
  }
}

function proofIn(language: Language, { proof, txId }: Certificate): CertificateWords['proof'] {
  const title = textIn(language, 'certificates_proof')
  const details = textIn(language, 'certificates_proof_details')
  const named = { title, details }
  if (proof === null) {
    return { ...named, text: textIn(language, 'certificates_proof_wait'), facts: [] }
  }
  const place = { index: countIn(language, proof.index), size: countIn(language, proof.size) }
  const code = (label: string, value: string) => ({ label, value, isCode: true, url: null })
  return {
    ...named,
    text: textIn(language, 'certificates_proof_text', place),
    facts: [
      code(textIn(language, 'certificates_entry', place), proof.entry),
      code(textIn(language, 'activity_transaction'), txId),
      code(textIn(language, 'certificates_salt'), proof.salt.toString('hex')),
    ],
  }
}
