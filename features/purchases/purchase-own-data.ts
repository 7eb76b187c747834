// What purchases and gifts keep of a person. Kilograms and money stay as they are; numbers, names and
// notes go, but for the number that a gift still waits for.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { lapseOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { isCompleting } from '#features/purchases/states/state.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import { type Problem, problem } from '#values/problem.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import {
  eraseGiven,
  eraseReceived,
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
        const shown = giver_phone === null ? null : maskPhone(giver_phone)
        return { from: giver_name ?? shown, ...Object(entry) }
      }),
    }
  },
  async erase(tx, { passportId }) {
    await eraseGiven(tx, passportId)
    await eraseReceived(tx, passportId)
  },
}

/**
 * Ends what somebody has reserved and not completed; cards are let go by the reconciler. Problems:
 * `purchase_open` where one is being completed right now, which nothing can stop any more.
 */
export function endOpenPurchases(
  db: Database,
  passportId: string,
): Promise<Problem<'purchase_open'> | null> {
  return db.transaction(async (tx) => {
    const open = await lockOpenPurchases(tx, passportId)
    if (open.some(isCompleting)) return problem('purchase_open')
    return ending(null, await prepareEnds(tx, open.map(lapseOf)))
  })
}

/** Whether somebody has a purchase that is neither completed nor over. */
export async function hasOpenPurchase(tx: Transaction, passportId: string): Promise<boolean> {
  return (await lockOpenPurchases(tx, passportId)).length > 0
}
