// Creates, rotates and revokes a partner's signing terminals for the operator. A secret is derived from
// the installation's key, shown once and never stored. A dump of the database therefore contains none.
import { randomBytes } from 'node:crypto'
import { refuseProgramme } from '#features/wallet/programmes/manage-programmes.ts'
import { openProgramme, usualLimits } from '#features/wallet/programmes/open-programme.ts'
import { findNamesake, lockProgramme } from '#features/wallet/programmes/programme-rows.ts'
import { type Audit, noAudit } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'
import { resemblesOwnProgramme } from '#values/lists/own-programmes.ts'
import type { Problem } from '#values/problem.ts'
import {
  endTerminal,
  findTerminals,
  lockPartnerTerminal,
  writeTerminal,
} from './partner-queries.ts'

export type NewTerminal = {
  readonly terminalId: string
  /** The HMAC key in base64url. */
  readonly secret: string
  readonly programmeId: string
}

type NewPartner = {
  readonly holderName: string
  readonly programmeId: string
  /** Currency of a new programme's limits. An existing programme keeps its currency. */
  readonly currency: string
}

async function issueTerminal(
  tx: Transaction,
  keys: Keys,
  programmeId: string,
  holderName: string,
): Promise<NewTerminal> {
  const terminalId = `partner_${randomBytes(16).toString('base64url')}`
  await writeTerminal(tx, terminalId, programmeId, holderName)
  return { terminalId, secret: keys.partnerKey(terminalId).toString('base64url'), programmeId }
}

/**
 * Creates a terminal of a programme, and the programme if it is missing. Problems:
 * `reserved_programme`, `programme_closed`.
 */
export async function createTerminal(
  db: Database,
  keys: Keys,
  { holderName, programmeId, currency }: NewPartner,
  audit: Audit = noAudit,
): Promise<
  | (NewTerminal & { readonly programmeIsNew: boolean })
  | Problem<'reserved_programme' | 'programme_closed'>
> {
  const names = [programmeId, holderName]
  if (names.some(resemblesOwnProgramme)) return refuseProgramme('reserved_programme')
  return db.transaction(async (tx) => {
    const namesake = await findNamesake(tx, { id: programmeId, name: holderName })
    // A partner may have several programmes, and a wallet shows each by its name.
    const name = namesake === null ? holderName : `${holderName} (${programmeId})`
    const programme = { id: programmeId, name, currency, limits: usualLimits }
    const programmeIsNew = await openProgramme(tx, programme)
    // With this lock, a concurrent closing waits for the commit and then revokes this terminal too.
    const row = await lockProgramme(tx, programmeId)
    if (row !== null && row.closed_at !== null) return refuseProgramme('programme_closed')
    const terminal = await issueTerminal(tx, keys, programmeId, holderName)
    await audit(tx, [programmeId, terminal.terminalId])
    return { ...terminal, programmeIsNew }
  })
}

/**
 * Creates a terminal that replaces the previous one, which stays valid for `overlapHours`. Returns null
 * if the previous terminal does not exist or already has an end.
 */
export async function rotateTerminal(
  db: Database,
  keys: Keys,
  terminalId: string,
  overlapHours: number,
  audit: Audit = noAudit,
): Promise<(NewTerminal & { readonly previousUntil: Date }) | null> {
  return db.transaction(async (tx) => {
    const previous = await lockPartnerTerminal(tx, terminalId)
    if (previous === null || previous.has_end) return null
    const previousUntil = await endTerminal(tx, terminalId, overlapHours)
    if (previousUntil === null) return null
    const terminal = await issueTerminal(tx, keys, previous.programme_id, previous.holder_name)
    await audit(tx, [previous.programme_id, terminalId, terminal.terminalId])
    return { ...terminal, previousUntil }
  })
}

/** Revokes a terminal. Idempotent. Returns false if the terminal does not exist. */
export function revokeTerminal(
  db: Database,
  terminalId: string,
  audit: Audit = noAudit,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isKnown = (await endTerminal(tx, terminalId, 0)) !== null
    if (isKnown) await audit(tx, [terminalId])
    return isKnown
  })
}

/** Returns all programmes and all their terminals, active and ended, without secrets. */
export function listTerminals(db: Database) {
  return findTerminals(db)
}
