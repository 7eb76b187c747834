// All SQL of wallet passes and of the devices that hold them.
import type { Db } from '#server/database.ts'
import { type RowOf, statement } from '#server/statement.ts'

/** trust.md 2: what a worker took is another's after this long. */
const pushLeaseSeconds = 30

// The passport is held while its pass is made: a change under way is then either seen by the pass
// or finds the pass there to touch.
const insertPass = statement(
  'insert-wallet-pass',
  {},
  `insert into wallet_passes (passport_id)
   select p.id from passports p where p.id = $1
     and not exists (select from wallet_passes w where w.passport_id = p.id)
   for share of p on conflict do nothing`,
)
const readPass = statement(
  'read-wallet-pass',
  {
    passport_id: 'uuid',
    total_kg: 'int8',
    offset_league: 'text',
    eco_league: 'text',
    updated_at: 'timestamptz',
    modified_at: 'timestamptz',
  },
  `select w.passport_id, p.total_kg, p.offset_league, p.eco_league, p.updated_at, w.modified_at
   from wallet_passes w join passports p on p.id = w.passport_id where w.passport_id = $1`,
)
const upsertDevice = statement(
  'upsert-wallet-pass-device',
  {},
  `insert into wallet_pass_devices (id, push_token) values ($1, $2)
   on conflict (id) do update set push_token = excluded.push_token`,
)
const insertRegistration = statement(
  'insert-wallet-pass-registration',
  {},
  `insert into wallet_pass_registrations (passport_id, device_id)
   select passport_id, $2 from wallet_passes where passport_id = $1 on conflict do nothing`,
)
const dropOldest = statement(
  'drop-oldest-wallet-pass-registrations',
  { device_id: 'text' },
  `delete from wallet_pass_registrations where passport_id = $1 and device_id in (
     select device_id from wallet_pass_registrations where passport_id = $1
     order by created_at desc, device_id offset $2)
   returning device_id`,
)
const lockDevice = statement(
  'lock-wallet-pass-device',
  { id: 'text' },
  'select id from wallet_pass_devices where id = $1 for update',
)
const deleteRegistration = statement(
  'delete-wallet-pass-registration',
  {},
  'delete from wallet_pass_registrations where passport_id = $1 and device_id = $2',
)
const deleteIdleDevice = statement(
  'delete-idle-wallet-pass-device',
  {},
  `delete from wallet_pass_devices d where id = $1
     and not exists (select from wallet_pass_registrations r where r.device_id = d.id)`,
)
const passesOfDevice = statement(
  'wallet-passes-of-device',
  { passport_id: 'uuid', modified_at: 'timestamptz' },
  `select r.passport_id, w.modified_at from wallet_pass_registrations r
   join wallet_passes w on w.passport_id = r.passport_id
   where r.device_id = $1 order by r.passport_id`,
)
const announceDue = statement(
  'announce-wallet-passes',
  { passport_id: 'uuid' },
  `update wallet_passes set announce_at = null where passport_id in (
     select passport_id from wallet_passes where announce_at <= now()
     order by announce_at limit $1 for update skip locked)
   returning passport_id`,
)
const queuePushes = statement(
  'queue-wallet-pass-pushes',
  {},
  `update wallet_pass_devices set news = news + 1, attempts = 0, push_due_at = now()
   where id in (select d.id from wallet_pass_devices d
     where d.id in (select device_id from wallet_pass_registrations
       where passport_id = any($1::uuid[]))
     order by d.id for update)`,
)
const takeDue = statement(
  'take-due-wallet-pass-pushes',
  { id: 'text', push_token: 'text', news: 'int4', attempts: 'int2' },
  `update wallet_pass_devices set attempts = attempts + 1,
     push_due_at = now() + make_interval(secs => ${pushLeaseSeconds})
   where id in (select id from wallet_pass_devices where push_due_at <= now()
     order by push_due_at limit $1 for update skip locked)
   returning id, push_token, news, attempts`,
)
/** News since the push was taken stays due. */
const markPushed = statement(
  'mark-wallet-pass-pushed',
  {},
  'update wallet_pass_devices set push_due_at = null, attempts = 0 where id = $1 and news = $2',
)
const putBack = statement(
  'put-wallet-pass-push-back',
  {},
  `update wallet_pass_devices set push_due_at = now() + make_interval(secs => $3)
   where id = $1 and news = $2`,
)
const deleteDevice = statement(
  'delete-wallet-pass-device',
  {},
  'delete from wallet_pass_devices where id = $1 and push_token = $2',
)

export type PassRow = RowOf<typeof readPass>
export type DuePush = RowOf<typeof takeDue>
type DevicePass = RowOf<typeof passesOfDevice>

export async function writePass(tx: Db, passportId: string): Promise<void> {
  await tx.run(insertPass, [passportId])
}

export async function findPass(db: Db, passportId: string): Promise<PassRow | null> {
  const [row] = await db.run(readPass, [passportId])
  return row ?? null
}

export async function writeDevice(tx: Db, deviceId: string, pushToken: string): Promise<void> {
  await tx.run(upsertDevice, [deviceId, pushToken])
}

export async function writeRegistration(tx: Db, passportId: string, deviceId: string) {
  await tx.run(insertRegistration, [passportId, deviceId])
}

/** Keeps the newest `max` devices of a pass. */
export async function dropOldestRegistrations(tx: Db, passportId: string, max: number) {
  const dropped = await tx.run(dropOldest, [passportId, max])
  for (const { device_id } of dropped) await tx.run(deleteIdleDevice, [device_id])
}

/** The device is held first, so that a registration that comes meanwhile is not lost with it. */
export async function deleteRegistrationOf(tx: Db, passportId: string, deviceId: string) {
  await tx.run(lockDevice, [deviceId])
  await tx.run(deleteRegistration, [passportId, deviceId])
  await tx.run(deleteIdleDevice, [deviceId])
}

export function listPassesOf(db: Db, deviceId: string): Promise<DevicePass[]> {
  return db.run(passesOfDevice, [deviceId])
}

/** Turns changed passes into pushes of their devices; answers how many passes it took. */
export async function announceChanges(tx: Db, limit: number): Promise<number> {
  const rows = await tx.run(announceDue, [limit])
  const ids = rows.map(({ passport_id }) => passport_id)
  if (ids.length > 0) await tx.run(queuePushes, [ids])
  return ids.length
}

export function takeDuePushes(db: Db, limit: number): Promise<DuePush[]> {
  return db.run(takeDue, [limit])
}

export async function writePushed(db: Db, { id, news }: DuePush): Promise<void> {
  await db.run(markPushed, [id, news])
}

export async function writePushLater(db: Db, { id, news }: DuePush, waitSeconds: number) {
  await db.run(putBack, [id, news, waitSeconds])
}

export async function forgetDevice(db: Db, { id, push_token }: DuePush): Promise<void> {
  await db.run(deleteDevice, [id, push_token])
}
