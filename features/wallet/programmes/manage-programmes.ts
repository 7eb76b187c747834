// Creates, funds and limits programmes for the operator. Each change and its row of the audit trail
// are one transaction. A programme gives only money that was paid in or is within its line.

import { paymentPostings } from '#features/wallet/wallet-postings.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { lockBalance } from '#ledger/locks.ts'
import {
  fillProgrammeBalance,
  openProgrammeBalances,
  setProgrammeLine,
} from '#ledger/open-accounts.ts'
import { post } from '#ledger/post.ts'
import type { Audit, AuditSum } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { isOwnProgramme, resemblesOwnProgramme } from '#values/lists/own-programmes.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { openProgramme, usualLimits } from './open-programme.ts'
import {
  findBalance,
  findNamesake,
  lockProgramme,
  type ProgrammeLimits,
  type ProgrammeRow,
  writeLimits,
  writePayment,
} from './programme-rows.ts'

const problemTexts = {
  unknown_programme: 'There is no such programme.',
  programme_exists: 'There is a programme of that id already.',
  reserved_programme: 'The product keeps that name for a programme of its own.',
  programme_closed: 'The programme is closed.',
  too_little_funds: 'The programme has less than that.',
} as const
export type ManagingProblem = keyof typeof problemTexts

/** Returns a problem, by default with the text of its code. */
export function refuseProgramme<Code extends ManagingProblem>(
  code: Code,
  text: string = problemTexts[code],
): Problem<Code> {
  return problem(code, { text })
}

type Programme = { readonly id: string; readonly name: string; readonly currency: string }

/** Creates a programme with the usual limits. Problems: `reserved_programme`, `programme_exists`. */
export async function createProgramme(
  db: Database,
  programme: Programme,
  audit: Audit,
): Promise<Programme | Problem<ManagingProblem>> {
  const names = [programme.id, programme.name]
  if (names.some(resemblesOwnProgramme)) return refuseProgramme('reserved_programme')
  return db.transaction(async (tx) => {
    const namesake = await findNamesake(tx, programme)
    if (namesake !== null) {
      const text = `The programme ${namesake} has that name, or one that looks like it.`
      return refuseProgramme('programme_exists', text)
    }
    const isNew = await openProgramme(tx, { ...programme, limits: usualLimits })
    if (!isNew) return refuseProgramme('programme_exists')
    await audit(tx, [programme.id])
    return programme
  })
}

/**
 * Locks and returns an open programme. Problems: `unknown_programme`, `programme_closed`, and
 * `reserved_programme` for one of the product's own programmes, whose line is a setting.
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
export type PaymentResult = { readonly paymentId: string; readonly balanceMinor: number }

const amountText = ({ amountMinor, currency }: AuditSum) => `${minorText(amountMinor)} ${currency}`

/** Records a partner's payment and posts it. Problems: see `lockOpenProgramme`. */
export function fundProgramme(
  db: Database,
  amount: Amount,
  audit: Audit,
): Promise<PaymentResult | Problem<ManagingProblem>> {
  return db.transaction(async (tx) => {
    const row = await lockOpenProgramme(tx, amount.programmeId)
    return isProblem(row) ? row : movePayment(tx, amount, 'in', audit)
  })
}

/**
 * Returns a programme's money to the partner, also after the programme was closed. The amount is limited to
 * the money that was paid in and not credited. Problems: `unknown_programme`, `too_little_funds`.
 */
export function returnFunds(
  db: Database,
  amount: Amount,
  audit: Audit,
): Promise<PaymentResult | Problem<ManagingProblem>> {
  const { programmeId, currency, amountMinor } = amount
  return db.transaction(async (tx) => {
    if ((await lockProgramme(tx, programmeId)) === null) return refuseProgramme('unknown_programme')
    await lockBalance(tx, moneyAccounts.programme(programmeId), currency)
    const fundsMinor = Math.max(0, await findBalance(tx, programmeId, currency))
    if (fundsMinor < amountMinor) {
      const funds = amountText({ amountMinor: fundsMinor, currency })
      return refuseProgramme('too_little_funds', `The programme has ${funds} to return.`)
    }
    return movePayment(tx, amount, 'out', audit)
  })
}

/** Posts a payment in either direction, and writes its record and audit entry. */
async function movePayment(
  tx: Transaction,
  amount: Amount,
  way: 'in' | 'out',
  audit: Audit,
): Promise<PaymentResult> {
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
 * Sets the line: how far below zero the balance may fall, in minor units. A line below the used amount
 * becomes that amount. Returns the line. Problems: see `lockOpenProgramme`.
 */
export function setLine(
  db: Database,
  { programmeId, currency, amountMinor }: Amount,
  audit: Audit,
): Promise<{ readonly lineMinor: number } | Problem<ManagingProblem>> {
  return db.transaction(async (tx) => {
    const row = await lockOpenProgramme(tx, programmeId)
    if (isProblem(row)) return row
    await openProgrammeBalances(tx, programmeId, [currency])
    const lineMinor = await setProgrammeLine(tx, programmeId, currency, amountMinor)
    if (lineMinor === null) throw new Error('the balance was not opened')
    const line = amountText({ amountMinor: lineMinor, currency })
    await audit(tx, [programmeId, `line ${line}`])
    return { lineMinor }
  })
}

/**
 * Sets the limits in `changes`. An undefined limit does not change; null removes the limit. Problems:
 * `unknown_programme`, `programme_closed`.
 */
export function setLimits(
  db: Database,
  programmeId: string,
  changes: Partial<ProgrammeLimits>,
  audit: Audit,
) {
  return db.transaction(async (tx) => {
    const row = await lockProgramme(tx, programmeId)
    if (row === null) return refuseProgramme('unknown_programme')
    if (row.closed_at !== null) return refuseProgramme('programme_closed')
    const { currency } = row
    const { personMinor = row.person_limit_minor, dayMinor = row.day_limit_minor } = changes
    await writeLimits(tx, programmeId, { personMinor, dayMinor })
    const limitTexts = [
      `person ${limitText(personMinor)} ${currency}`,
      `day ${limitText(dayMinor)} ${currency}`,
    ]
    await audit(tx, [programmeId, ...limitTexts])
    return { currency, personMinor, dayMinor }
  })
}

export const limitText = (minor: number | null) => (minor === null ? 'none' : minorText(minor))
