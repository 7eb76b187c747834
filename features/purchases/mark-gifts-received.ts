// Marks a gift as received when its receiver first opens the app after it, member or not, so that it does
// not reveal who is a member (docs/product.md#gifts). It moves no kilogram.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const markReceived = statement(
  'mark-gifts-received',
  {},
  `update purchases set received_at = now() where id in (select id from purchases
     where holder_id = $1 and is_gift and received_at is null order by id
     for update skip locked)`,
)

/** Called when a person's profile is read and shows that there are such gifts. */
export async function markGiftsReceived(db: Db, passportId: string): Promise<void> {
  await db.run(markReceived, [passportId])
}
