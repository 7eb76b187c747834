// What people may change of their profile: nickname, visibility on leaderboards, language.
import { readProfile } from '#features/passport/read-profile.ts'
import type { Profile, ProfileChanges } from '#features/sign-in/contract.ts'
import { writeProfile } from '#features/sign-in/passport-queries.ts'
import type { Db } from '#platform/database/database.ts'

/** A field that is not sent stays; a nickname of null is taken away. */
export async function changeProfile(
  db: Db,
  passportId: string,
  changes: ProfileChanges,
): Promise<Profile> {
  await writeProfile(db, passportId, changes)
  return readProfile(db, passportId)
}
