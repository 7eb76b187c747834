// Finds the one person or phone number that a command is about. If a purchase matches two people, the
// operator must choose.
import { searchSubjects } from '#features/operations/search-subjects.ts'
import { failed } from '#operator/audit/outcomes.ts'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Outcome } from '#operator/commands/command.ts'
import { readSignature, type Signature } from '#operator/signature.ts'
import { phonesOf } from '#values/text/phone-spellings.ts'

export type OnePerson = { readonly passportId: string; readonly phone: string | null }

export const noPerson = failed('No person matches that.')

/**
 * Returns the one person that the first argument refers to. If several match, returns an outcome that
 * asks for one of their ids.
 */
export async function onePerson(context: NumbersContext): Promise<OnePerson | Outcome> {
  const [argument = ''] = context.words
  const { people: found } = await searchSubjects(context, argument, { byName: false })
  // A phone number refers to its present owner. Previous owners count only if it has none.
  const currentOwners =
    phonesOf(argument).length === 0 ? [] : found.filter(({ phone }) => phone !== null)
  const people = currentOwners.length === 0 ? found : currentOwners
  const [person, other] = people
  if (person === undefined) return noPerson
  if (other !== undefined) {
    const ids = people.map(({ id }) => id).join(' and ')
    return failed(
      `That names ${people.length === 2 ? 'two' : people.length} people: say which, ${ids}.`,
    )
  }
  return { passportId: person.id, phone: person.phone }
}

/** A phone number, identified by its hash, with its passport if it has one. */
export type OneNumber = { readonly passportId: string | null; readonly numberHash: string }

export async function oneNumber(context: NumbersContext): Promise<OneNumber | Outcome> {
  const { numbers } = context
  const person = await onePerson(context)
  if (!('lines' in person) && person.phone !== null) {
    return { passportId: person.passportId, numberHash: numbers.hashOf(person.phone) }
  }
  const [phone, other] = phonesOf(context.words[0] ?? '')
  if (phone !== undefined && other !== undefined) {
    return failed('That number is no member’s. Write it with its country code, such as +44.')
  }
  if (phone !== undefined) return { passportId: null, numberHash: numbers.hashOf(phone) }
  return 'lines' in person ? person : failed('This passport has no number.')
}

/**
 * Reads the signature (`--by` and `--reason`) of a command, finds its subject, and runs `work` with both.
 * If one of them is invalid, returns that as the outcome. `find` is `onePerson` or `oneNumber`.
 */
export async function signedFor<Subject extends OnePerson | OneNumber>(
  context: NumbersContext,
  find: (context: NumbersContext) => Promise<Subject | Outcome>,
  work: (subject: Subject, signature: Signature) => Promise<Outcome>,
): Promise<Outcome> {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const subject = await find(context)
  return isOutcome(subject) ? subject : work(subject, signature)
}

function isOutcome(result: OnePerson | OneNumber | Outcome): result is Outcome {
  return 'lines' in result
}
