// Stores planned moves of passports to another phone number. The operator announces a move to the passport's
// current phone number. A sign-in with that number before the move is an objection.

import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Write } from '#platform/database/write.ts'
import type { OwnDataPart } from './own-data-part.ts'

/** Hours between announcement and move (docs/product.md#lost-numbers). */
const noticeHours = 72
const noticePeriod = { count: noticeHours, unit: 'hours' } as const

/** Locks and returns the passport's announced move, or null if it has none. */
export const lockAnnouncedMove = statement(
  'lock-number-move',
  {
    phone: 'text',
    announced_at: 'timestamptz',
    due_at: 'timestamptz',
    objected_at: 'timestamptz?',
    is_due: 'bool',
  },
  `select phone, announced_at, due_at, objected_at, due_at <= now() as is_due
   from number_moves where passport_id = $1 for update`,
).row<[passportId: string], Transaction>()

const upsertMove = statement(
  'announce-number-move',
  { due_at: 'timestamptz' },
  `insert into number_moves (passport_id, phone, due_at)
   values ($1, $2, now() + interval '${noticeHours} hours')
   on conflict (passport_id) do update set phone = excluded.phone, announced_at = now(),
     due_at = excluded.due_at, objected_at = null
   returning due_at`,
)
const recordObjections = statement(
  'object-to-number-moves',
  {},
  `update number_moves set objected_at = now()
   where passport_id = any($1::uuid[]) and objected_at is null`,
)

/** Deletes the announcement. */
export const endAnnouncedMove = statement(
  'delete-number-move',
  {},
  'delete from number_moves where passport_id = $1',
).effect<[passportId: string], Transaction>()

const ownMove = statement(
  'own-data-number-move',
  { entry: 'json' },
  `select json_build_object('to', phone, 'announced', announced_at, 'objected', objected_at) as entry
   from number_moves where passport_id = $1`,
)

/** Stores the announcement of a move and replaces an earlier one. Returns the earliest time of the move. */
export async function announceMove(
  tx: Transaction,
  passportId: string,
  phone: string,
): Promise<Date> {
  const [row] = await tx.run(upsertMove, [passportId, phone])
  if (row === undefined) throw new Error('no move was announced')
  return row.due_at
}

/** Returns the writes that record objections: a user signed in with each passport's current phone number. */
export function objectionWrites(passportIds: readonly string[]): Write[] {
  return passportIds.length === 0 ? [] : [{ statement: recordObjections, values: [passportIds] }]
}

export const announcedMovesOwnData: OwnDataPart = {
  title: 'a move to another number that our support was asked for',
  processing: {
    data: 'new number of an announced move, with its times',
    purpose: 'move a passport whose number was lost, after its holder could object',
    basis: 'contract',
    retention: [['a move before it is done', noticePeriod]],
    recipients: ['SMS provider'],
  },
  read: async (db, { passportId }) => (await db.run(ownMove, [passportId]))[0]?.entry ?? null,
  erase: (tx, { passportId }) => endAnnouncedMove(tx, passportId),
}
