// Reads the data of a certificate. The data is public, so it must not contain a price, a phone number, a
// passport's id, or the time of day of the purchase.

import {
  type PresentPlaces,
  presentPlaces,
  type ReplacedPlaces,
  replacedPlaces,
  replacedRanges,
} from '#features/certificates/certificate-places.ts'
import type { CertificateFacts } from '#features/certificates/certificates-calls.ts'
import { claimsNeutrality } from '#features/certificates/neutrality-claim.ts'
import { type EntryProof, proveSales, type SaleProof } from '#features/log/prove-sales.ts'
import { witnessesOfCheckpoint } from '#features/log/witness/checkpoint-witnesses.ts'
import type { Policy } from '#features/log/witness/policy.ts'
import { listParts } from '#features/retirements/list-parts.ts'
import type { Db } from '#platform/database/database.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { findCertificate, findSegmentsOf } from './certificate-queries.ts'

/** Consecutive places of a block of credits, with the block's project. */
export type BlockPlaces = ReturnType<typeof placesOf>

/** Current places of a certificate's kilograms, split into retired and unretired parts. */
export type CurrentPlaces = Awaited<ReturnType<typeof readCurrentPlaces>>

export type Certificate = NonNullable<Awaited<ReturnType<typeof readCertificate>>>

type ReadOptions = {
  /** The policy of LOG_WITNESSES, if the operator has one. */
  readonly policy: Policy | undefined
  readonly clock: () => number
}

/** Returns the certificate, or null for a closed or unknown code. */
export async function readCertificate(db: Db, codeText: string, { policy, clock }: ReadOptions) {
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
    /** Kilograms of the sale that were refunded in part. */
    refundedKg: row.refunded_kg,
    /** `2026-11-22`, UTC. */
    date: row.day,
    name: publicName(row.name),
    /** The block with the most kilograms is first. */
    currentPlaces: [first, ...rest] as const,
    /** In chronological order. */
    replacements: replacedPlaces(segments, replacements).map(replacementOf),
    txId: row.tx_id,
    proof,
    /** Witnesses of the proof's checkpoint. Null without a policy, and without a proof. */
    witnessing:
      policy === undefined || proof === null
        ? null
        : witnessesOfCheckpoint(policy, proof.checkpoint, clock()),
  }
}

/** Returns the name, or null for a claim of neutrality that was stored before such names were refused. */
function publicName(name: string | null): string | null {
  return name === null || claimsNeutrality(name) ? null : name
}

function placesOf({ block, first, last }: PresentPlaces) {
  return {
    project: block.project,
    /** The registry's id of the project. */
    projectNumber: block.project_number,
    /** The project's name at the registry; `project` is the shown one. */
    registeredName: block.registered_name,
    /** ISO 3166-1 alpha-2. */
    country: block.country,
    /** English name, for country codes that have no name in a language. */
    countryName: block.country_name,
    /** The types as the registry states them. */
    projectTypes: block.project_type,
    vintageYear: block.vintage_year,
    registry: block.registry,
    registryName: block.registry_name,
    /** The project's page at its registry. */
    registryUrl: block.external_url,
    serial: block.serial_number,
    isDemo: block.is_demo,
    /** True if the serial cannot be compared with those of other batches. */
    isUncompared: block.is_uncompared,
    places: { first, last },
  }
}

async function readCurrentPlaces(db: Db, places: PresentPlaces) {
  const { first, last, block } = places
  return { ...placesOf(places), parts: await listParts(db, block.batch_id, { first, last }) }
}

/** Returns a replacement. Its proof is null until a checkpoint of the log includes it. */
function replacementOf({ replaced, present, logged }: ReplacedPlaces) {
  const { day, proof } = logged
  return { date: day, replaced: placesOf(replaced), present: placesOf(present), proof }
}

/** Returns the certificate as JSON of the API. */
export function factsOf(certificate: Certificate): CertificateFacts {
  const { kg, refundedKg, currentPlaces, date, name, replacements, proof, txId } = certificate
  const { parts, ...main } = currentOnWire(currentPlaces[0])
  return {
    kg,
    ...(refundedKg > 0 ? { refunded_kg: refundedKg } : {}),
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
  const { registeredName, country, registry, serial, isUncompared } = block
  return {
    project: registeredName,
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
    parts: currentPlaces.parts.map(({ first, last, confirmedOn, ...part }) => {
      return { first_place: first, last_place: last, ...part, confirmed_on: confirmedOn }
    }),
  }
}

function entryOnWire({ index, entry, hashes }: EntryProof) {
  return { index, entry, hashes: hashes.map((hash) => hash.toString('base64')) }
}

function proofOnWire(proof: SaleProof, txId: string) {
  const { index, entry, hashes } = entryOnWire(proof)
  const salt = proof.salt.toString('hex')
  const { checkpoint, witnesses } = proof
  return { index, entry, salt, tx_id: txId, hashes, checkpoint, witnesses: [...witnesses] }
}
