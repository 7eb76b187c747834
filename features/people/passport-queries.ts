// SQL of passports as far as signing in makes them and their owners change them.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

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
  {},
  `update passports set nickname = case when $2 then $3 else nickname end,
     hide_from_leaderboards = coalesce($4, hide_from_leaderboards),
     language = coalesce($5, language), updated_at = now()
   where id = $1`,
)

/** For numbers that have none: the caller holds the numbers' locks, and has looked. */
export async function writePassports(
  tx: Transaction,
  passports: readonly NewPassport[],
): Promise<void> {
  if (passports.length > 0) await tx.run(insertPassports, newPassport.values(passports))
}

export async function writeProfile(
  db: Db,
  passportId: string,
  changes: {
    readonly nickname?: string | null | undefined
    readonly hide_from_leaderboards?: boolean | null | undefined
    readonly language?: string | null | undefined
  },
): Promise<void> {
  await db.run(updateProfile, [
    passportId,
    'nickname' in changes,
    changes.nickname ?? null,
    changes.hide_from_leaderboards ?? null,
    changes.language ?? null,
  ])
}
