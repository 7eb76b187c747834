// Declares the SQL that creates passports and changes their phone numbers and profiles.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'
import { send, type Write } from '#platform/database/write.ts'

export type NewPassport = {
  readonly id: string
  readonly phone: string
  readonly country: string
  readonly currency: string
  readonly language: string
}
const newPassport = unnestRows<NewPassport>({
  id: ['uuid', ({ id }) => id],
  phone: ['text', ({ phone }) => phone],
  country: ['text', ({ country }) => country],
  currency: ['text', ({ currency }) => currency],
  language: ['text', ({ language }) => language],
} satisfies WholeColumns<NewPassport>)
const insertPassports = statement(
  'insert-passports',
  {},
  `insert into passports (${newPassport.names}) select ${newPassport.names} from ${newPassport.rows}`,
)
const updateProfile = statement(
  'update-profile',
  { id: 'uuid' },
  `update passports set nickname = case when $2 then $3 else nickname end,
     hide_from_leaderboards = coalesce($4, hide_from_leaderboards),
     language = coalesce($5, language),
     holder_name = case when $6 then $7 else holder_name end,
     welcomed_at = case when $8 then coalesce(welcomed_at, now()) else welcomed_at end,
     updated_at = now()
   where id = $1 and erased_at is null returning id`,
)
const noteSignIns = statement(
  'note-sign-ins',
  {},
  'update passports set signed_in_at = now() where id = any($1::uuid[])',
)
const moveNumber = statement(
  'move-passport',
  {},
  `update passports set phone = $2, country = $3, currency = $4, updated_at = now() where id = $1`,
)

/** Removes the phone number from a passport, and the passport from the leaderboards. */
export const writeNoNumber = statement(
  'clear-number-of-passport',
  {},
  'update passports set phone = null, hide_from_leaderboards = true, updated_at = now() where id = $1',
).effect<[passportId: string], Transaction>()

const insertHidden = statement(
  'insert-hidden-passport',
  { id: 'uuid' },
  `insert into passports (country, currency, hide_from_leaderboards)
   values ($1, $2, true) returning id`,
)

/** Creates passports. The caller has locked the phone numbers and has checked that they have no passport. */
export async function writePassports(
  tx: Transaction,
  passports: readonly NewPassport[],
): Promise<void> {
  if (passports.length > 0) await tx.run(insertPassports, newPassport.values(passports))
}

/**
 * Changes the fields in `changes`. A name of null removes the name; other nulls change nothing. Returns false
 * for an erased passport, which must get no new data.
 */
export async function writeProfile(
  db: Db,
  passportId: string,
  changes: {
    readonly nickname?: string | null | undefined
    readonly hide_from_leaderboards?: boolean | null | undefined
    readonly language?: string | null | undefined
    readonly holder_name?: string | null | undefined
    readonly is_welcomed?: true | null | undefined
  },
): Promise<boolean> {
  const rows = await db.run(updateProfile, [
    passportId,
    'nickname' in changes,
    changes.nickname ?? null,
    changes.hide_from_leaderboards ?? null,
    changes.language ?? null,
    'holder_name' in changes,
    changes.holder_name ?? null,
    changes.is_welcomed ?? false,
  ])
  return rows.length > 0
}

/** Returns the writes that record sign-ins. The caller must lock the passports if there are several. */
export function signedInWrites(passportIds: readonly string[]): Write[] {
  return passportIds.length === 0 ? [] : [{ statement: noteSignIns, values: [passportIds] }]
}

export async function noteSignedIn(tx: Transaction, passportId: string): Promise<void> {
  await send(tx, signedInWrites([passportId]))
}

/**
 * Changes the phone number of a passport. The caller has locked both phone numbers and has checked that the
 * new one has no passport.
 */
export async function writeNumber(
  tx: Transaction,
  passportId: string,
  number: { readonly phone: string; readonly country: string; readonly currency: string },
): Promise<void> {
  const { phone, country, currency } = number
  await tx.run(moveNumber, [passportId, phone, country, currency])
}

/** Creates a passport without a phone number, hidden from leaderboards. Returns its id. */
export async function writeHiddenPassport(
  tx: Transaction,
  { country, currency }: { readonly country: string; readonly currency: string },
): Promise<string> {
  const [row] = await tx.run(insertHidden, [country, currency])
  if (row === undefined) throw new Error('the passport was not created')
  return row.id
}
