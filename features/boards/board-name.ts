// Returns the name that other users see on a leaderboard. It must not contain a phone number or an id.
import { rememberLately } from '#values/remember-lately.ts'
import { isFitName } from '#values/text/shown-name.ts'

export type NamedPerson = {
  readonly nickname: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly member_number: number
}

/**
 * Returns true if a nickname may be shown to others. Caches the result for at most 10,000 nicknames, because
 * boards show the same passports repeatedly.
 */
const isFitNickname = rememberLately(isFitName, 10_000)

/** Returns the nickname, otherwise first name and initial, otherwise `Member` and the member number. */
export function boardName(person: NamedPerson): string {
  const { nickname, first_name, last_name, member_number } = person
  if (nickname !== null && isFitNickname(nickname)) return nickname
  const first = first_name?.trim() ?? ''
  const [initial = ''] = last_name?.trim() ?? ''
  const name = initial === '' ? first : `${first} ${initial.toUpperCase()}.`
  if (first !== '' && isFitName(name)) return name
  return `Member ${String(member_number).padStart(4, '0')}`
}
