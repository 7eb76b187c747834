// Exports and erases a user's data in purchases and gifts. An erasure removes numbers, names and notes,
// except the number of a waiting gift. Kilograms and money stay.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { expiryOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { isCompleting } from '#features/purchases/states/state.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import { type Problem, problem } from '#values/problem.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import {
  eraseReceived,
  eraseSentGifts,
  findOwnPurchases,
  findReceivedGifts,
  lockOpenPurchases,
} from './purchase-own-data-queries.ts'

export const purchasesOwnData: OwnDataPart = {
  title: 'purchases and gifts',
  async read(db, { passportId }) {
    const [bought, received] = await Promise.all([
      findOwnPurchases(db, passportId),
      findReceivedGifts(db, passportId),
    ])
    return {
      bought: bought.map(({ entry }) => entry),
      received: received.map(({ entry, giver_name, giver_phone }) => {
        const maskedPhone = giver_phone === null ? null : maskPhone(giver_phone)
        return { from: giver_name ?? maskedPhone, ...Object(entry) }
      }),
    }
  },
  async erase(tx, { passportId }) {
    await eraseSentGifts(tx, passportId)
    await eraseReceived(tx, passportId)
  },
}

/**
 * Ends a passport's open purchases as expired. The reconciler voids their cards. Problems:
 * `purchase_open` if a purchase is completing, which cannot be stopped.
 */
export function endOpenPurchases(
  db: Database,
  passportId: string,
): Promise<Problem<'purchase_open'> | null> {
  return db.transaction(async (tx) => {
    const open = await lockOpenPurchases(tx, passportId)
    if (open.some(isCompleting)) return problem('purchase_open')
    return ending(null, await prepareEnds(tx, open.map(expiryOf)))
  })
}

/** Locks a passport's open purchases. Returns true if there is one. */
export async function hasOpenPurchase(tx: Transaction, passportId: string): Promise<boolean> {
  return (await lockOpenPurchases(tx, passportId)).length > 0
}
