// Marks gifts as received when their receiver opens the app. Gifts to members wait for that too, so that
// a gift's state does not reveal who is a member (docs/product.md#gifts).
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const markReceived = statement(
  'mark-gifts-received',
  {},
  `update purchases set received_at = now() where id in (select id from purchases
     where holder_id = $1 and is_gift and received_at is null order by id
     for update skip locked)`,
)

/** Marks all gifts of a passport as received. Skips rows that another transaction has locked. */
export async function markGiftsReceived(db: Db, passportId: string): Promise<void> {
  await db.run(markReceived, [passportId])
}
