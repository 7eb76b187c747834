// Marks gifts as received when their receiver opens the app. Gifts to users with a passport wait for that
// too. A gift's state therefore does not reveal whether a number has a passport (docs/product.md#gifts).
import { statement } from '#platform/database/statement.ts'

/** Marks all gifts of a passport as received. Skips rows that another transaction has locked. */
export const markGiftsReceived = statement(
  'mark-gifts-received',
  {},
  `update purchases set received_at = now() where id in (select id from purchases
     where holder_id = $1 and is_gift and received_at is null order by id
     for update skip locked)`,
).effect<[passportId: string]>()
