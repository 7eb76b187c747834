// Declares the SQL of two push queues, for Apple's devices and for Google's passes. Several workers may use
// them. The column `news` counts the changes. A finished push compares it with the count at its start. If
// they differ, another push is due.
import type { Db } from '#platform/database/database.ts'
import { type Columns, type RowOf, statement } from '#platform/database/statement.ts'

/** Seconds after which another worker may take a row whose worker has not finished. */
const pushLeaseSeconds = 30
/** Hours after which a pass that was not saved at Google is deleted. */
const linkLifeHours = 24

/**
 * Returns the statements of a queue. `columns` are additional columns that `take` returns. `isOfPassports` is
 * an SQL condition: the row belongs to one of the passports $1.
 */
function pushQueue<const PushColumns extends Columns>(
  table: string,
  columns: PushColumns,
  isOfPassports: string,
) {
  return {
    add: statement(
      `count-change-${table}`,
      {},
      `update ${table} set news = news + 1, attempts = 0, push_due_at = now()
       where id in (select id from ${table} where ${isOfPassports} order by id for update)`,
    ),
    take: statement(
      `take-due-${table}`,
      { id: 'text', changes: 'int4', attempts: 'int2', ...columns },
      `update ${table} set attempts = attempts + 1,
         push_due_at = now() + make_interval(secs => ${pushLeaseSeconds})
       where id = any(array(select id from ${table} where push_due_at <= now()
         order by push_due_at limit $1 for update skip locked))
       returning ${['id', 'news as changes', 'attempts', ...Object.keys(columns)].join(', ')}`,
    ),
    // If a change happened during this push, the next push is due immediately.
    finish: statement(
      `mark-pushed-${table}`,
      {},
      `update ${table} set attempts = 0,
         push_due_at = case when news = $2 then null else now() end where id = $1`,
    ),
    putBack: statement(
      `put-back-${table}`,
      {},
      `update ${table} set push_due_at = case
         when news = $2 then now() + make_interval(secs => $3)
         else least(push_due_at, now() + make_interval(secs => $3)) end
       where id = $1`,
    ),
  }
}

export const deviceQueue = pushQueue(
  'wallet_pass_devices',
  { push_token: 'text' },
  `id in (select device_id from wallet_pass_registrations where passport_id = any($1::uuid[]))`,
)
export const googleQueue = pushQueue(
  'google_passes',
  { passport_id: 'uuid' },
  'passport_id = any($1::uuid[])',
)
type PushQueue = Omit<typeof deviceQueue, 'take'>
type TakenPush = { readonly id: string; readonly changes: number }

const announceDue = statement(
  'announce-wallet-passes',
  { passport_id: 'uuid' },
  `update wallet_passes set announce_at = null where passport_id = any(array(
     select passport_id from wallet_passes where announce_at <= now()
     order by announce_at limit $1 for update skip locked))
   returning passport_id`,
)
const deleteDevice = statement(
  'delete-wallet-pass-device',
  {},
  'delete from wallet_pass_devices where id = $1 and push_token = $2',
)
const deleteUnusedPass = statement(
  'delete-unused-google-pass',
  {},
  `delete from google_passes
   where id = $1 and linked_at < now() - make_interval(hours => ${linkLifeHours})`,
)

export type DueDevice = RowOf<typeof deviceQueue.take>
export type DueGooglePass = RowOf<typeof googleQueue.take>

/**
 * Queues pushes to devices and to Google for at most `limit` changed passes. Returns the number of passes.
 */
export async function announceChanges(tx: Db, limit: number): Promise<number> {
  const rows = await tx.run(announceDue, [limit])
  const ids = rows.map(({ passport_id }) => passport_id)
  if (ids.length > 0) {
    await tx.run(deviceQueue.add, [ids])
    await tx.run(googleQueue.add, [ids])
  }
  return ids.length
}

export function takeDueDevices(db: Db, limit: number): Promise<DueDevice[]> {
  return db.run(deviceQueue.take, [limit])
}

export function takeDueGooglePasses(db: Db, limit: number): Promise<DueGooglePass[]> {
  return db.run(googleQueue.take, [limit])
}

/** Marks a push as done. */
export async function writePushed(
  db: Db,
  queue: PushQueue,
  { id, changes }: TakenPush,
): Promise<void> {
  await db.run(queue.finish, [id, changes])
}

/** Schedules the next attempt of a push after `waitSeconds`. */
export async function writePushLater(
  db: Db,
  queue: PushQueue,
  { id, changes }: TakenPush,
  waitSeconds: number,
): Promise<void> {
  await db.run(queue.putBack, [id, changes, waitSeconds])
}

/** Deletes a device, unless it has meanwhile got another push token. */
export async function forgetDevice(db: Db, { id, push_token }: DueDevice): Promise<void> {
  await db.run(deleteDevice, [id, push_token])
}

/** Deletes a pass that Google does not know, if its link is older than 24 hours. */
export async function forgetUnusedPass(db: Db, { id }: DueGooglePass): Promise<void> {
  await db.run(deleteUnusedPass, [id])
}
