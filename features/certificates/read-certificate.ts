// All that a certificate says, for its page, its file and its paper: never a price, a number, a passport
// or a moment finer than a day.
import { readCertificateCode } from '#features/certificates/certificate-code.ts'
import type { CertificateFacts } from '#features/certificates/contract.ts'
import { findCertificate, findPiecesOf } from '#features/certificates/queries.ts'
import {
  type CertificatePart,
  markReplaced,
  type Replacement,
  replacementsOf,
} from '#features/certificates/replaced-places.ts'
import { proveSale, type SaleProof } from '#features/log/prove-sale.ts'
import { listParts, type PlacesPart } from '#features/retirements/list-parts.ts'
import type { Db } from '#platform/database/database.ts'

export type Certificate = {
  readonly code: string
  readonly kg: number
  readonly project: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  /** In English, where nobody has a name for the code. */
  readonly countryName: string
  /** In the registry's own words. */
  readonly projectTypes: readonly string[]
  readonly vintageYear: number
  readonly registry: string
  readonly registryName: string
  /** The project's page at its registry. */
  readonly registryUrl: string | null
  readonly serial: string
  readonly firstPlace: number
  readonly lastPlace: number
  /** `2026-11-22`, UTC. */
  readonly date: string
  readonly name: string | null
  readonly isDemo: boolean
  /** Of the places that were bought. */
  readonly parts: readonly CertificatePart[]
  /** What stands in where a registry took some of them back. */
  readonly replacements: readonly (Replacement & { readonly parts: readonly PlacesPart[] })[]
  readonly txId: string
  readonly proof: SaleProof | null
}

/** Null where the code is closed or never was one. */
export async function readCertificate(db: Db, codeText: string): Promise<Certificate | null> {
  const code = readCertificateCode(codeText)
  const row = code === null ? null : await findCertificate(db, code)
  if (row === null || row.first_place === null || row.day === null) return null
  const places = { first: row.first_place, last: row.first_place + row.quantity_kg - 1 }
  const [bought, pieces, proof] = await Promise.all([
    listParts(db, row.batch_id, places),
    findPiecesOf(db, row.purchase_id),
    proveSale(db, row.purchase_id),
  ])
  const replacements = await Promise.all(
    replacementsOf(pieces, row.batch_id).map(async (each) => {
      return { ...each, parts: await listParts(db, each.batchId, each.places) }
    }),
  )
  return {
    code: row.code,
    kg: row.quantity_kg,
    project: row.project,
    country: row.country,
    countryName: row.country_name,
    projectTypes: row.project_type,
    vintageYear: row.vintage_year,
    registry: row.registry,
    registryName: row.registry_name,
    registryUrl: row.external_url,
    serial: row.serial_number,
    firstPlace: places.first,
    lastPlace: places.last,
    date: row.day,
    name: row.name,
    isDemo: row.is_demo,
    parts: markReplaced(bought, pieces, row.batch_id),
    replacements,
    txId: row.tx_id,
    proof,
  }
}

/** The same for programs. */
export function factsOf(certificate: Certificate): CertificateFacts {
  const { kg, project, country, projectTypes, vintageYear, registry, serial } = certificate
  const { firstPlace, lastPlace, date, name, parts, replacements, proof, txId } = certificate
  return {
    kg,
    project,
    country,
    project_type: [...projectTypes],
    vintage_year: vintageYear,
    registry,
    serial,
    first_place: firstPlace,
    last_place: lastPlace,
    date,
    name,
    parts: parts.map(partOnWire),
    replacement: replacements.length === 0 ? null : replacements.map(replacementOnWire),
    proof: proof === null ? null : proofOnWire(proof, txId),
  }
}

const partOnWire = ({ first, last, ...what }: CertificatePart) => {
  return { first_place: first, last_place: last, ...what }
}

function replacementOnWire({ parts, ...what }: Certificate['replacements'][number]) {
  const { project, country, vintageYear, registry, serial, places } = what
  return {
    project,
    country,
    vintage_year: vintageYear,
    registry,
    serial,
    first_place: places.first,
    last_place: places.last,
    parts: parts.map(partOnWire),
  }
}

function proofOnWire({ index, entry, salt, hashes, checkpoint }: SaleProof, txId: string) {
  return {
    index,
    entry,
    salt: salt.toString('hex'),
    tx_id: txId,
    hashes: hashes.map((hash) => hash.toString('base64')),
    checkpoint,
  }
}
