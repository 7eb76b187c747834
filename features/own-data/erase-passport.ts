// Deletes a passport: its owner's data is erased; kilograms and money stay in the ledger under an
// id (docs/product.md#deletion). The features' parts list the data to erase.
import { forgetMessages } from '#features/messages/forget-messages.ts'
import { fileErasures } from '#features/own-data/file-erasures.ts'
import { ownUse } from '#features/own-data/request-profile-code.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { DataOwner, ErasedOwner, OwnDataPart } from '#features/people/own-data-part.ts'
import { endOpenPurchases, hasOpenPurchase } from '#features/purchases/purchase-own-data.ts'
import { checkCode, consumeCode } from '#features/sign-in/codes/check-code.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { findUnerased, writeErasure } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

type ErasureProblem = 'invalid_code' | 'rate_limited' | 'purchase_open'

/**
 * Ends open purchases and erases. Returns null once the id is in the file of erasures. Problems:
 * `invalid_code`, `rate_limited`, `purchase_open` (a purchase is completing; the code stays valid).
 * Where the SMS provider does not answer, it is asked again in the background.
 */
export async function erasePassport(
  services: Services,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<Problem<ErasureProblem> | null> {
  const right = await checkCode(services, ownUse(viewer, 'delete'), code, caller)
  if (isProblem(right)) return right
  return eraseOnceAllowed(services, viewer, async (tx) =>
    (await consumeCode(tx, right)) ? null : problem('invalid_code'),
  )
}

/** Erases for the operator; `record` is written with it. Problems: `purchase_open`. */
export function eraseForOwner(
  services: Services,
  owner: DataOwner,
  record: (tx: Transaction) => Promise<void>,
): Promise<Problem<'purchase_open'> | null> {
  return eraseOnceAllowed(services, owner, async (tx) => {
    await record(tx)
    return null
  })
}

/**
 * Erases where `allow` returns null. `allow` runs under the lock of the number, in the erasure's
 * transaction.
 */
async function eraseOnceAllowed<Code extends string>(
  services: Services,
  owner: DataOwner,
  allow: (tx: Transaction) => Promise<Problem<Code> | null>,
): Promise<Problem<Code | 'purchase_open'> | null> {
  const { db, ownDataParts } = services
  const open = await endOpenPurchases(db, owner.passportId)
  if (open !== null) return open
  const refused = await db.transaction(
    async (tx): Promise<Problem<Code | 'purchase_open'> | null> => {
      if (await hasOpenPurchase(tx, owner.passportId)) return problem('purchase_open')
      await lockNumbers(tx, [owner.phone])
      const no = await allow(tx)
      if (no !== null) return no
      await eraseParts(tx, ownDataParts, owner)
      return null
    },
  )
  if (refused !== null) return refused
  await fileErasures(services)
  await forgetMessages(services)
  return null
}

/** Erases users whom a restored backup contains again. Returns their count. */
export async function repeatErasures(
  db: Database,
  parts: readonly OwnDataPart[],
  passportIds: readonly string[],
): Promise<number> {
  let erased = 0
  for (const passportId of new Set(passportIds)) {
    const known = await findUnerased(db, passportId)
    if (known === null) continue
    const { phone } = known
    await endOpenPurchases(db, passportId)
    await db.transaction(async (tx) => {
      await lockNumbers(tx, phone === null ? [] : [phone])
      await eraseParts(tx, parts, { passportId, phone })
    })
    erased += 1
  }
  return erased
}

async function eraseParts(
  tx: Transaction,
  parts: readonly OwnDataPart[],
  { passportId, phone }: ErasedOwner,
): Promise<void> {
  for (const part of parts) await part.erase?.(tx, { passportId, phone })
  await writeErasure(tx, passportId)
}
