// Composes a certificate's texts in a language, for its page, its PDF and its picture.
import type { Certificate } from '#features/certificates/read-certificate.ts'
import {
  factsIn,
  hasSeveralBlocks,
  partsIn,
  replacementsIn,
  sourceIn,
} from '#features/certificates/standing-words.ts'
import { countIn, listIn, momentIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'

export type CertificateWords = ReturnType<typeof certificateWords>

const unit = 'kg CO₂'

export function certificateWords(certificate: Certificate, language: Language) {
  const { kg, name, currentPlaces } = certificate
  const { project, projects, country } = sourceIn(language, certificate)
  const kgText = countIn(language, kg)
  const replacementTexts = replacementsIn(language, certificate)
  return {
    language,
    product: textIn(language, 'common_product'),
    title: textIn(language, 'certificates_title'),
    /** Formatted, such as `1,030`. */
    kg: kgText,
    unit,
    /** Texts about the holder's name. Null if the certificate has no name. */
    held:
      name === null
        ? null
        : {
            label: textIn(language, 'certificates_held'),
            name,
            elsewhere: textIn(language, 'certificates_name_on_page'),
          },
    statement: hasSeveralBlocks(certificate)
      ? textIn(language, 'certificates_statement_several')
      : textIn(language, 'certificates_statement', { kg }),
    /** Facts of each block of credits. The block with the most kilograms is first. */
    facts: factsIn(language, certificate),
    /** Null if no kilogram was replaced. */
    replacement:
      replacementTexts.length === 0
        ? null
        : { title: textIn(language, 'certificates_replacement'), parts: replacementTexts },
    retirement: {
      title: textIn(language, 'certificates_retirement'),
      hint: textIn(language, 'certificates_retirement_hint'),
      record: textIn(language, 'certificates_record'),
      parts: partsIn(language, certificate),
    },
    proof: proofIn(language, certificate),
    truth: textIn(language, 'common_truth'),
    demo: currentPlaces.some(({ isDemo }) => isDemo) ? textIn(language, 'certificates_demo') : null,
    /** Note that a serial cannot be compared with those of other batches. Null if all can be compared. */
    uncompared: uncomparedIn(language, certificate),
    /** Texts of a shared link. */
    share: {
      title: `${kgText} ${unit} · ${project}`,
      text: textIn(language, 'certificates_share_text', { project, country }),
      projects,
      country,
    },
  }
}

function uncomparedIn(language: Language, { currentPlaces }: Certificate): string | null {
  const uncompared = currentPlaces.filter(({ isUncompared }) => isUncompared)
  if (uncompared.length === 0) return null
  const names = [...new Set(uncompared.map(({ registryName }) => registryName))]
  return textIn(language, 'certificates_uncompared', { registry: names.join(', ') })
}

function proofIn(language: Language, certificate: Certificate) {
  const { proof, txId, replacements } = certificate
  const title = textIn(language, 'certificates_proof')
  const details = textIn(language, 'certificates_proof_details')
  const titles = { title, details }
  if (proof === null) {
    const text = textIn(language, 'certificates_proof_wait')
    return { ...titles, text, witnesses: null, facts: [] }
  }
  const size = countIn(language, proof.size)
  const code = (label: string, value: string) => ({ label, value, isCode: true, url: null })
  const replacementProofs = replacements.flatMap((each) => each.proof ?? [])
  return {
    ...titles,
    text: proofTextIn(language, certificate, countIn(language, proof.index)),
    /** Whether witnesses have cosigned the log with this proof. Null if the operator has no policy. */
    witnesses: witnessTextIn(language, certificate),
    facts: [
      ...[proof, ...replacementProofs].map(({ index, entry }) => {
        const position = { index: countIn(language, index), size }
        return code(textIn(language, 'certificates_entry', position), entry)
      }),
      code(textIn(language, 'activity_transaction'), txId),
      code(textIn(language, 'certificates_salt'), proof.salt.toString('hex')),
      ...witnessesIn(language, certificate).map((each) => ({
        ...{ label: textIn(language, 'certificates_witness'), value: each },
        ...{ isCode: false, url: null },
      })),
    ],
  }
}

/** Maximum number of witnesses in a sentence. */
const namedWitnessesMax = 3

/** Returns the witnesses, each with the time of its cosignature. Returns none below the quorum. */
function witnessesIn(language: Language, { witnessing }: Certificate): string[] {
  if (!witnessing?.isWitnessed) return []
  return witnessing.witnesses.map(
    ({ name, cosignedAt }) => `${name} (${momentIn(language, cosignedAt)} UTC)`,
  )
}

function witnessTextIn(language: Language, certificate: Certificate): string | null {
  if (certificate.witnessing === null) return null
  const all = witnessesIn(language, certificate)
  if (all.length === 0) return textIn(language, 'certificates_unwitnessed')
  const count = all.length - namedWitnessesMax
  const others = count > 0 ? [textIn(language, 'certificates_witnesses_more', { count })] : []
  const witnesses = listIn(language, [...all.slice(0, namedWitnessesMax), ...others])
  return textIn(language, 'certificates_witnessed', { witnesses })
}

function proofTextIn(language: Language, { replacements }: Certificate, index: string): string {
  if (replacements.length === 0) return textIn(language, 'certificates_proof_text', { index })
  const proofs = replacements.flatMap((each) => each.proof ?? [])
  if (proofs.length < replacements.length) {
    return textIn(language, 'certificates_proof_replaced_wait', { index })
  }
  const entries = listIn(
    language,
    proofs.map((each) => countIn(language, each.index)),
  )
  return textIn(language, 'certificates_proof_replaced', { index, entries })
}
