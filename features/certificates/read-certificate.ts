// Reads the data of a certificate. The data is public, so it must not contain a price, a phone number, a
// passport's id, or a time of day.

import {
  type PresentPlaces,
  presentPlaces,
  type ReplacedPlaces,
  replacedPlaces,
  replacedRanges,
} from '#features/certificates/certificate-places.ts'
import type { CertificateFacts } from '#features/certificates/certificates-calls.ts'
import { type EntryProof, proveSales, type SaleProof } from '#features/log/prove-sales.ts'
import { listParts, type PlacesPart } from '#features/retirements/list-parts.ts'
import type { PlaceRange } from '#features/retirements/place-ranges.ts'
import type { Db } from '#platform/database/database.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { findCertificate, findSegmentsOf } from './certificate-queries.ts'

/** Consecutive places of a block of credits, with the block's project. */
export type BlockPlaces = {
  readonly project: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** English name, for country codes that have no name in a language. */
  readonly countryName: string
  /** The types as the registry states them. */
  readonly projectTypes: readonly string[]
  readonly vintageYear: number
  readonly registry: string
  readonly registryName: string
  /** The project's page at its registry. */
  readonly registryUrl: string | null
  readonly serial: string
  readonly isDemo: boolean
  /** True if the serial cannot be compared with those of other batches. */
  readonly isUncompared: boolean
  readonly places: PlaceRange
}

/** Current places of a certificate's kilograms, split into retired and unretired parts. */
export type CurrentPlaces = BlockPlaces & { readonly parts: readonly PlacesPart[] }

/** A replacement of kilograms that their registry took back. */
export type Replacement = {
  /** `2026-11-22`, UTC. */
  readonly date: string
  readonly replaced: BlockPlaces
  readonly present: BlockPlaces
  /** Null until a checkpoint of the log includes the replacement. */
  readonly proof: EntryProof | null
}

export type Certificate = {
  readonly code: string
  readonly kg: number
  /** `2026-11-22`, UTC. */
  readonly date: string
  readonly name: string | null
  /** The block with the most kilograms is first. */
  readonly currentPlaces: readonly [CurrentPlaces, ...CurrentPlaces[]]
  /** In chronological order. */
  readonly replacements: readonly Replacement[]
  readonly txId: string
  readonly proof: SaleProof | null
}

/** Returns the certificate, or null for a closed or unknown code. */
export async function readCertificate(db: Db, codeText: string): Promise<Certificate | null> {
  const code = readCertificateCode(codeText)
  const row = code === null ? null : await findCertificate(db, code)
  if (row === null || row.first_place === null || row.day === null) return null
  const bought = { block: row, first: row.first_place, last: row.first_place + row.quantity_kg - 1 }
  const segments = await findSegmentsOf(db, [row.purchase_id])
  const [main, ...others] = presentPlaces(bought, segments)
  const saleQuery = { purchaseId: row.purchase_id, replacedRanges: replacedRanges(segments) }
  const [proven, first, ...rest] = await Promise.all([
    proveSales(db, [saleQuery]),
    readCurrentPlaces(db, main),
    ...others.map((places) => readCurrentPlaces(db, places)),
  ])
  const { proof = null, replacements = [] } = proven.get(row.purchase_id) ?? {}
  return {
    code: row.code,
    kg: row.quantity_kg,
    date: row.day,
    name: row.name,
    currentPlaces: [first, ...rest],
    replacements: replacedPlaces(segments, replacements).map(replacementOf),
    txId: row.tx_id,
    proof,
  }
}

function placesOf({ block, first, last }: PresentPlaces): BlockPlaces {
  return {
    project: block.project,
    country: block.country,
    countryName: block.country_name,
    projectTypes: block.project_type,
    vintageYear: block.vintage_year,
    registry: block.registry,
    registryName: block.registry_name,
    registryUrl: block.external_url,
    serial: block.serial_number,
    isDemo: block.is_demo,
    isUncompared: block.is_uncompared,
    places: { first, last },
  }
}

async function readCurrentPlaces(db: Db, places: PresentPlaces): Promise<CurrentPlaces> {
  const { first, last, block } = places
  return { ...placesOf(places), parts: await listParts(db, block.batch_id, { first, last }) }
}

function replacementOf({ replaced, present, logged }: ReplacedPlaces): Replacement {
  const { day, proof } = logged
  return { date: day, replaced: placesOf(replaced), present: placesOf(present), proof }
}

/** Returns the certificate as JSON of the API. */
export function factsOf(certificate: Certificate): CertificateFacts {
  const { kg, currentPlaces, date, name, replacements, proof, txId } = certificate
  const { parts, ...main } = currentOnWire(currentPlaces[0])
  return {
    kg,
    ...main,
    date,
    name,
    parts,
    replacement:
      replacements.length === 0
        ? null
        : {
            present: currentPlaces.map(currentOnWire),
            steps: replacements.map((step) => ({
              date: step.date,
              former: placesOnWire(step.replaced),
              present: placesOnWire(step.present),
              proof: step.proof === null ? null : entryOnWire(step.proof),
            })),
          },
    proof: proof === null ? null : proofOnWire(proof, txId),
  }
}

function placesOnWire({ projectTypes, vintageYear, places, ...block }: BlockPlaces) {
  const { project, country, registry, serial, isUncompared } = block
  return {
    project,
    country,
    project_type: [...projectTypes],
    vintage_year: vintageYear,
    registry,
    serial,
    uncompared: isUncompared,
    first_place: places.first,
    last_place: places.last,
  }
}

function currentOnWire(currentPlaces: CurrentPlaces) {
  return {
    ...placesOnWire(currentPlaces),
    parts: currentPlaces.parts.map(({ first, last, ...part }) => {
      return { first_place: first, last_place: last, ...part }
    }),
  }
}

function entryOnWire({ index, entry, hashes }: EntryProof) {
  return { index, entry, hashes: hashes.map((hash) => hash.toString('base64')) }
}

function proofOnWire(proof: SaleProof, txId: string) {
  const { index, entry, hashes } = entryOnWire(proof)
  const salt = proof.salt.toString('hex')
  return { index, entry, salt, tx_id: txId, hashes, checkpoint: proof.checkpoint }
}
