// The name that others see on a board: never a phone number, never an id. Pure.
import { isFitName } from '#values/shown-name.ts'

export type NamedPerson = {
  readonly nickname: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly member_number: number
}

/**
 * Whether nicknames seen lately may be shown: the same people stand on boards again and again. It says
 * nothing of who has one. At most so many, of 24 letters.
 */
const judged = new Map<string, boolean>()
const judgedMax = 10_000

function isFitNickname(nickname: string): boolean {
  const known = judged.get(nickname)
  if (known !== undefined) return known
  const isFit = isFitName(nickname)
  if (judged.size >= judgedMax) judged.clear()
  judged.set(nickname, isFit)
  return isFit
}

/** Nickname, else first name and initial, else `Member` and 4 digits that stay the same. */
export function boardName(person: NamedPerson): string {
  const { nickname, first_name, last_name, member_number } = person
  if (nickname !== null && isFitNickname(nickname)) return nickname
  const first = first_name?.trim() ?? ''
  const initial = last_name?.trim().slice(0, 1) ?? ''
  const name = initial === '' ? first : `${first} ${initial.toUpperCase()}.`
  if (first !== '' && isFitName(name)) return name
  return `Member ${String(member_number).padStart(4, '0')}`
}
