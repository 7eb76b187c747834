// Changes a user's profile: nickname, visibility on leaderboards, language.

import { writeProfile } from '#features/people/passport-writes.ts'
import type { Profile, ProfileChanges } from '#features/people/people-calls.ts'
import type { Db } from '#platform/database/database.ts'
import { readProfile } from './read-profile.ts'

/** Changes the given fields. An absent field stays; a nickname of null removes it. */
export async function changeProfile(
  db: Db,
  passportId: string,
  changes: ProfileChanges,
): Promise<Profile> {
  await writeProfile(db, passportId, changes)
  return readProfile(db, passportId)
}
