// Finds the one person or phone number that an action is about. If a purchase matches two people, the caller
// must choose.
import { type Problem, problem } from '#values/problem.ts'
import { onlyPhoneOf, phonesOf } from '#values/text/phone-spellings.ts'
import { type SearchServices, searchSubjects } from './search-subjects.ts'

export type OnePerson = { readonly passportId: string; readonly phone: string | null }
/** A phone number, identified by its hash, with its passport if it has one. */
export type OneNumber = { readonly passportId: string | null; readonly numberHash: string }

export type PersonProblem = 'no_person' | 'several_people' | 'no_number'

/** Returns the one person that a text refers to. Each problem has a `text`. */
export async function findOnePerson(
  services: SearchServices,
  who: string,
): Promise<OnePerson | Problem<PersonProblem>> {
  const { people: found } = await searchSubjects(services, who, { byName: false })
  // A phone number refers to its present owner. Previous owners count only if it has none.
  const currentOwners =
    phonesOf(who).length === 0 ? [] : found.filter(({ phone }) => phone !== null)
  const people = currentOwners.length === 0 ? found : currentOwners
  const [person, other] = people
  if (person === undefined) return problem('no_person', { text: 'No person matches that.' })
  if (other !== undefined) {
    const ids = people.map(({ id }) => id).join(' and ')
    const count = people.length === 2 ? 'two' : people.length
    return problem('several_people', { text: `That names ${count} people: say which, ${ids}.` })
  }
  return { passportId: person.id, phone: person.phone }
}

/** Returns the one person that a text refers to, who must have a number. Each problem has a `text`. */
export async function findOneMember(
  services: SearchServices,
  who: string,
): Promise<(OnePerson & { readonly phone: string }) | Problem<PersonProblem>> {
  const person = await findOnePerson(services, who)
  if ('problem' in person) return person
  return person.phone === null
    ? problem('no_number', { text: 'This passport has no number: it is deleted, or parked.' })
    : { ...person, phone: person.phone }
}

/** Returns the one phone number that a text refers to, of a member or not. Each problem has a `text`. */
export async function findOneNumber(
  services: SearchServices,
  who: string,
): Promise<OneNumber | Problem<PersonProblem>> {
  const { numbers } = services
  const person = await findOnePerson(services, who)
  if (!('problem' in person) && person.phone !== null) {
    return { passportId: person.passportId, numberHash: numbers.hashOf(person.phone) }
  }
  const { sellerCountry } = services.settings
  const phones = phonesOf(who, sellerCountry)
  const phone = phones.find((each) => each === onlyPhoneOf(who, sellerCountry))
  if (phone === undefined && phones.length > 0) {
    const text = 'That number is no member’s. Write it with its country code, such as +44.'
    return problem('several_people', { text })
  }
  if (phone !== undefined) return { passportId: null, numberHash: numbers.hashOf(phone) }
  return 'problem' in person
    ? person
    : problem('no_number', { text: 'This passport has no number.' })
}
