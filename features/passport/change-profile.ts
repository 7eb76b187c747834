// What people may change of their profile: nickname, visibility on leaderboards, language.

import type { Profile, ProfileChanges } from '#features/people/contract.ts'
import { writeProfile } from '#features/people/passport-queries.ts'
import type { Db } from '#platform/database/database.ts'
import { readProfile } from './read-profile.ts'

/** A field that is not sent stays; a nickname of null is taken away. */
export async function changeProfile(
  db: Db,
  passportId: string,
  changes: ProfileChanges,
): Promise<Profile> {
  await writeProfile(db, passportId, changes)
  return readProfile(db, passportId)
}
