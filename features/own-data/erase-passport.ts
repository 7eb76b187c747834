// Deletes a passport: erases its owner's data, which the features' parts list. Kilograms and money stay in
// the ledger under the passport's id (docs/product.md#deletion).
import { forgetMessages } from '#features/messages/forget-messages.ts'
import { fileErasures } from '#features/own-data/file-erasures.ts'
import { ownUse } from '#features/own-data/request-profile-code.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { DataOwner, ErasedOwner, OwnDataPart } from '#features/people/own-data-part.ts'
import {
  endOpenPurchases,
  hasOpenPurchases,
  lockAndCheckOpenPurchases,
} from '#features/purchases/purchase-own-data.ts'
import { checkCode, consumeCode } from '#features/sign-in/codes/check-code.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { unlessProblem } from '#platform/database/roll-back.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { findUnerased, writeErasure } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

type ErasureProblem = 'invalid_code' | 'rate_limited' | 'purchase_open'

/**
 * Checks the code, ends open purchases and erases the data. Returns null once the id is in the file of
 * erasures. Problems: `invalid_code`, `rate_limited`, `purchase_open` (a purchase is completing; the code
 * stays valid). If the SMS provider does not respond, its erasure is repeated in the background.
 */
export async function erasePassport(
  services: Services,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<Problem<ErasureProblem> | null> {
  const correctCode = await checkCode(services, ownUse(viewer, 'delete'), code, caller)
  if (isProblem(correctCode)) return correctCode
  return eraseIfAuthorised(services, viewer, 'invalid_code', async (tx) =>
    (await consumeCode(tx, correctCode)) ? null : problem('invalid_code'),
  )
}

/**
 * Erases for the operator. `record` runs in the erasure's transaction. Problems: `purchase_open`, and `no_number` if
 * the passport was erased or moved to another number meanwhile.
 */
export function eraseForOwner(
  services: Services,
  owner: DataOwner,
  record: (tx: Transaction) => Promise<void>,
): Promise<Problem<'purchase_open' | 'no_number'> | null> {
  return eraseIfAuthorised(services, owner, 'no_number', async (tx) => {
    await record(tx)
    return null
  })
}

/**
 * Erases the data if `authorise` returns null. `authorise` runs in the erasure's transaction, after the lock
 * of the phone number. The problem is `changedCode` if the passport no longer has that number.
 */
async function eraseIfAuthorised<Code extends string>(
  services: Services,
  owner: DataOwner,
  changedCode: Code,
  authorise: (tx: Transaction) => Promise<Problem<Code> | null>,
): Promise<Problem<Code | 'purchase_open'> | null> {
  const { db, ownDataParts } = services
  const openProblem = await endOpenPurchases(db, owner.passportId)
  if (openProblem !== null) return openProblem
  const outcome = await unlessProblem(
    db,
    async (tx): Promise<Problem<Code | 'purchase_open'> | { isErased: true }> => {
      if (await lockAndCheckOpenPurchases(tx, owner.passportId)) return problem('purchase_open')
      await lockNumbers(tx, [owner.phone])
      const present = await findUnerased(tx, owner.passportId)
      if (present?.phone !== owner.phone) return problem(changedCode)
      const denial = await authorise(tx)
      if (denial !== null) return denial
      await eraseParts(tx, ownDataParts, owner)
      // A purchase that another call of the owner began meanwhile has their name and number. After this check every
      // reservation waits for the passport's lock, and is then refused.
      if (await hasOpenPurchases(tx, owner.passportId)) return problem('purchase_open')
      return { isErased: true }
    },
  )
  if (isProblem(outcome)) return outcome
  await fileErasures(services)
  await forgetMessages(services)
  return null
}

/** Erases the data of users whom a restored backup contains again. Returns their number. */
export async function repeatErasures(
  db: Database,
  parts: readonly OwnDataPart[],
  passportIds: readonly string[],
): Promise<number> {
  let erased = 0
  for (const passportId of new Set(passportIds)) {
    const unerased = await findUnerased(db, passportId)
    if (unerased === null) continue
    const { phone } = unerased
    await endOpenPurchases(db, passportId)
    await db.transaction(async (tx) => {
      await lockNumbers(tx, phone === null ? [] : [phone])
      await eraseParts(tx, parts, { passportId, phone })
    })
    erased += 1
  }
  return erased
}

/** Erases the data of all parts, and records the erasure for the file. */
async function eraseParts(
  tx: Transaction,
  parts: readonly OwnDataPart[],
  { passportId, phone }: ErasedOwner,
): Promise<void> {
  for (const part of parts) await part.erase?.(tx, { passportId, phone })
  await writeErasure(tx, passportId)
}
