// Makes, funds and limits programmes for the operator. Each change is one transaction with its row
// of the audit trail. No call creates money that is neither paid in nor within a line.

import { paymentPostings } from '#features/wallet/wallet-postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import {
  fillProgrammeBalance,
  openProgrammeBalances,
  setProgrammeLine,
} from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isOwnProgramme, resemblesOwnProgramme } from '#values/lists/own-programmes.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { openProgramme, usualLimits } from './open-programme.ts'
import {
  findBalance,
  lockProgramme,
  type ProgrammeLimits,
  type ProgrammeRow,
  writeLimits,
  writePayment,
} from './programme-rows.ts'

const sentences = {
  unknown_programme: 'There is no such programme.',
  programme_exists: 'There is a programme of that id already.',
  reserved_programme: 'The product keeps that name for a programme of its own.',
  programme_closed: 'The programme is closed.',
  too_little_funds: 'The programme has less than that.',
} as const
export type ManagingProblem = keyof typeof sentences

export function refuseProgramme<Code extends ManagingProblem>(
  code: Code,
  text: string = sentences[code],
): Problem<Code> {
  return problem(code, { text })
}

type Sum = { readonly amountMinor: number; readonly currency: string }

/**
 * Writes the audit entry in the transaction of the change. `about` names the programme and the
 * change; `sum` is the moved money.
 */
export type AuditChange = (tx: Transaction, about: readonly string[], sum?: Sum) => Promise<void>

type Made = { readonly id: string; readonly name: string; readonly currency: string }

/** Makes a programme. Problems: `reserved_programme`, `programme_exists`. */
export async function createProgramme(
  db: Database,
  made: Made,
  audit: AuditChange,
): Promise<Made | Problem<ManagingProblem>> {
  const names = [made.id, made.name]
  if (names.some(resemblesOwnProgramme)) return refuseProgramme('reserved_programme')
  return db.transaction(async (tx) => {
    const isNew = await openProgramme(tx, { ...made, limits: usualLimits })
    if (!isNew) return refuseProgramme('programme_exists')
    await audit(tx, [made.id])
    return made
  })
}

/**
 * Locks an open programme for a change by hand. Problems: `unknown_programme`, `reserved_programme`
 * (its line is a setting), `programme_closed`.
 */
async function lockOpenProgramme(
  tx: Transaction,
  id: string,
): Promise<ProgrammeRow | Problem<ManagingProblem>> {
  if (isOwnProgramme(id)) {
    return refuseProgramme('reserved_programme', 'Its line is the setting OWN_PROGRAMMES_LINE.')
  }
  const row = await lockProgramme(tx, id)
  if (row === null) return refuseProgramme('unknown_programme')
  return row.closed_at === null ? row : refuseProgramme('programme_closed')
}

export type Amount = {
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
}
export type Funded = { readonly paymentId: string; readonly balanceMinor: number }

const amountWords = ({ amountMinor, currency }: Sum) => `${minorText(amountMinor)} ${currency}`

/** Records a payment of the partner. Problems: see `lockOpenProgramme`. */
export function fundProgramme(
  db: Database,
  amount: Amount,
  audit: AuditChange,
): Promise<Funded | Problem<ManagingProblem>> {
  return db.transaction(async (tx) => {
    const row = await lockOpenProgramme(tx, amount.programmeId)
    return isProblem(row) ? row : movePayment(tx, amount, 'in', audit)
  })
}

/**
 * Returns money to the partner, of a closed programme too: only money paid in and not given, never
 * from a line. Problems: `unknown_programme`, `too_little_funds`.
 */
export function returnFunds(
  db: Database,
  amount: Amount,
  audit: AuditChange,
): Promise<Funded | Problem<ManagingProblem>> {
  const { programmeId, currency, amountMinor } = amount
  return db.transaction(async (tx) => {
    if ((await lockProgramme(tx, programmeId)) === null) return refuseProgramme('unknown_programme')
    await lockBalance(tx, moneyAccounts.programme(programmeId), currency)
    const fundsMinor = Math.max(0, await findBalance(tx, programmeId, currency))
    if (fundsMinor < amountMinor) {
      const funds = amountWords({ amountMinor: fundsMinor, currency })
      return refuseProgramme('too_little_funds', `The programme has ${funds} to return.`)
    }
    return movePayment(tx, amount, 'out', audit)
  })
}

async function movePayment(
  tx: Transaction,
  amount: Amount,
  way: 'in' | 'out',
  audit: AuditChange,
): Promise<Funded> {
  const { programmeId, currency, amountMinor } = amount
  await openProgrammeBalances(tx, programmeId, [currency])
  await lockBalance(tx, moneyAccounts.programme(programmeId), currency)
  const signedMinor = way === 'in' ? amountMinor : -amountMinor
  const paymentId = await writePayment(tx, programmeId, currency, signedMinor)
  await post(tx, paymentPostings({ ...amount, paymentId, way }))
  await fillProgrammeBalance(tx, programmeId, currency)
  const about = [programmeId, paymentId, way === 'in' ? 'paid in' : 'returned']
  await audit(tx, about, { amountMinor, currency })
  return { paymentId, balanceMinor: await findBalance(tx, programmeId, currency) }
}

/**
 * Sets how far below zero the balance may fall. A line below the used amount becomes that amount.
 * Returns the line. Problems: see `lockOpenProgramme`.
 */
export function setLine(
  db: Database,
  { programmeId, currency, amountMinor }: Amount,
  audit: AuditChange,
): Promise<{ readonly lineMinor: number } | Problem<ManagingProblem>> {
  return db.transaction(async (tx) => {
    const row = await lockOpenProgramme(tx, programmeId)
    if (isProblem(row)) return row
    await openProgrammeBalances(tx, programmeId, [currency])
    const lineMinor = await setProgrammeLine(tx, programmeId, currency, amountMinor)
    if (lineMinor === null) throw new Error('the balance was not opened')
    const line = amountWords({ amountMinor: lineMinor, currency })
    await audit(tx, [programmeId, `line ${line}`])
    return { lineMinor }
  })
}

export type LimitsSet = {
  readonly currency: string
  readonly personMinor: number | null
  readonly dayMinor: number | null
}

/** Sets the given limits; the others stay. Problems: `unknown_programme`, `programme_closed`. */
export function setLimits(
  db: Database,
  programmeId: string,
  changed: Partial<ProgrammeLimits>,
  audit: AuditChange,
): Promise<LimitsSet | Problem<ManagingProblem>> {
  return db.transaction(async (tx) => {
    const row = await lockProgramme(tx, programmeId)
    if (row === null) return refuseProgramme('unknown_programme')
    if (row.closed_at !== null) return refuseProgramme('programme_closed')
    const { currency } = row
    const { personMinor = row.person_limit_minor, dayMinor = row.day_limit_minor } = changed
    await writeLimits(tx, programmeId, { personMinor, dayMinor })
    const words = [
      `person ${limitText(personMinor)} ${currency}`,
      `day ${limitText(dayMinor)} ${currency}`,
    ]
    await audit(tx, [programmeId, ...words])
    return { currency, personMinor, dayMinor }
  })
}

export const limitText = (minor: number | null) => (minor === null ? 'none' : minorText(minor))
