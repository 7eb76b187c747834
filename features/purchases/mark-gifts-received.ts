// Marks gifts as received when their receiver opens the app, member or not, so that the state does
// not reveal members (docs/product.md#gifts). It moves no kilogram.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const markReceived = statement(
  'mark-gifts-received',
  {},
  `update purchases set received_at = now() where id in (select id from purchases
     where holder_id = $1 and is_gift and received_at is null order by id
     for update skip locked)`,
)

/** Marks the gifts of a passport. Called when a profile read shows unmarked gifts. */
export async function markGiftsReceived(db: Db, passportId: string): Promise<void> {
  await db.run(markReceived, [passportId])
}
