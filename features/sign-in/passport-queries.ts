// SQL of passports as far as signing in makes them and their owners change them.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertPassport = statement(
  'insert-passport',
  { id: 'uuid' },
  `insert into passports (phone, country, currency, language) values ($1, $2, $3, $4)
   on conflict (phone) do nothing returning id`,
)
const passportOfPhone = statement(
  'passport-of-phone',
  { id: 'uuid' },
  'select id from passports where phone = $1',
)
const updateProfile = statement(
  'update-profile',
  {},
  `update passports set nickname = case when $2 then $3 else nickname end,
     hide_from_leaderboards = coalesce($4, hide_from_leaderboards),
     language = coalesce($5, language), updated_at = now()
   where id = $1`,
)

/** Finds or makes the passport of a number. */
export async function writePassport(
  tx: Db,
  fields: {
    readonly phone: string
    readonly country: string
    readonly currency: string
    readonly language: string
  },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { phone, country, currency, language } = fields
  const [made] = await tx.run(insertPassport, [phone, country, currency, language])
  if (made !== undefined) return { id: made.id, isNew: true }
  const [known] = await tx.run(passportOfPhone, [phone])
  if (known === undefined) throw new Error('a passport vanished')
  return { id: known.id, isNew: false }
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
