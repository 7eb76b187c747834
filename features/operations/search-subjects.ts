// Finds the subjects of an operator's text: users by number, name or passport, purchases by any of
// their ids, and the users of those purchases. Reads only; the caller writes the audit trail.
import { type FoundPerson, findPeople } from '#features/operations/inspect-person.ts'
import {
  findPurchases,
  type NamedPurchase,
  readPurchaseId,
} from '#features/purchases/inspect/find-purchases.ts'
import type { Db } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { tidyName } from '#values/text/nickname.ts'
import { phonesOf } from '#values/text/phone-spellings.ts'

export type Subjects = {
  readonly people: readonly FoundPerson[]
  /** Purchases that the text names, not those of the users. */
  readonly purchases: readonly NamedPurchase[]
}

/** The services of a search: the database, and the key of the phone hashes of previous numbers. */
export type SearchNeeds = { readonly db: Db; readonly numbers: Pick<NumberKeys, 'hashOf'> }

const nameMax = 100

/** Searches. With `byName` it also searches names, which a change must not rely on. */
export async function searchSubjects(
  { db, numbers }: SearchNeeds,
  text: string,
  { byName }: { readonly byName: boolean },
): Promise<Subjects> {
  const purchases = await findPurchases(db, text)
  const phones = phonesOf(text)
  const people = await findPeople(db, {
    phones,
    numberHashes: phones.map((phone) => numbers.hashOf(phone)),
    ids: [
      ...[readPurchaseId(text)].filter((id) => id !== null),
      ...purchases.flatMap(({ buyer_id, receiver_id }) => [buyer_id, receiver_id ?? buyer_id]),
    ],
    name: byName && purchases.length === 0 ? nameOf(text) : null,
  })
  return { people, purchases }
}

/**
 * Returns null for a text that is no name: without a letter, too long, or with control characters.
 */
function nameOf(text: string): string | null {
  const name = tidyName(text).replace(/\s+/g, ' ')
  return name.length <= nameMax && /\p{L}/u.test(name) && !/\p{C}/u.test(name) ? name : null
}
