// Finds users and purchases for an operator's search text: users by phone number, name or passport id;
// purchases, with their buyers and receivers, by any of their ids. The caller writes the audit trail.
import { type FoundPerson, findPeople } from '#features/operations/inspect-person.ts'
import {
  findPurchases,
  type NamedPurchase,
  readCardId,
  readPurchaseId,
} from '#features/purchases/inspect/find-purchases.ts'
import type { Db } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'
import type { NamedPayment } from '#providers/cards/card-provider.ts'
import { tidyName } from '#values/text/nickname.ts'
import { phonesOf, type SellerCountry, sellerPhoneOf } from '#values/text/phone-spellings.ts'

export type Subjects = {
  readonly people: readonly FoundPerson[]
  /** Purchases whose id is in the text. Other purchases of the users are omitted. */
  readonly purchases: readonly NamedPurchase[]
}

/**
 * The database, the key of phone hashes, which the search for parked passports needs, and the country in which
 * national numbers are read first.
 */
export type SearchServices = {
  readonly db: Db
  readonly numbers: Pick<NumberKeys, 'hashOf'>
  readonly settings: { readonly sellerCountry: SellerCountry }
}

const nameMax = 100

/**
 * Searches. A national number is read in the other countries only if the seller's finds no person. Searches for names only with `byName`, because a command that changes data must not rely on
 * names.
 */
export async function searchSubjects(
  { db, numbers, settings }: SearchServices,
  text: string,
  { byName }: { readonly byName: boolean },
): Promise<Subjects> {
  const purchases = await findPurchases(db, text)
  const { sellerCountry } = settings
  const ownPhone = sellerPhoneOf(text, sellerCountry)
  const withPhones = (phones: readonly string[]) =>
    findPeople(db, {
      phones,
      numberHashes: phones.map((phone) => numbers.hashOf(phone)),
      ids: [
        ...[readPurchaseId(text)].filter((id) => id !== null),
        ...purchases.flatMap(({ buyer_id, receiver_id }) => [buyer_id, receiver_id ?? buyer_id]),
      ],
      name: byName && purchases.length === 0 ? nameOf(text) : null,
    })
  const ofSeller = ownPhone === null ? [] : await withPhones([ownPhone])
  const people = ofSeller.length > 0 ? ofSeller : await withPhones(phonesOf(text, sellerCountry))
  return { people, purchases }
}

/** Returns the payment of an id from the card provider; null if it knows none. */
type FindNamed = (cardId: string) => Promise<NamedPayment | null | 'no answer'>

/**
 * Searches, also for names. An id of the card provider that is not stored, such as that of an older purchase,
 * is looked up at the provider. Returns `no answer` if that is needed and the provider does not reply.
 */
export async function searchWithProvider(
  services: SearchServices,
  text: string,
  findNamed: FindNamed,
): Promise<Subjects | 'no answer'> {
  const stored = await searchSubjects(services, text, { byName: true })
  const cardId = readCardId(text)
  if (cardId === null || stored.purchases.length > 0) return stored
  const payment = await findNamed(cardId)
  if (payment === 'no answer') return payment
  if (payment === null) return stored
  const { paymentId, stepKey } = payment
  const byPayment = await searchSubjects(services, paymentId, { byName: false })
  if (byPayment.purchases.length > 0 || stepKey === null) return byPayment
  return searchSubjects(services, stepKey, { byName: false })
}

/**
 * Returns the text as a name, or null if it has no letter, more than 100 characters, or control characters.
 */
function nameOf(text: string): string | null {
  const name = tidyName(text).replace(/\s+/g, ' ')
  return name.length <= nameMax && /\p{L}/u.test(name) && !/\p{C}/u.test(name) ? name : null
}
