// Finds the one person or phone number that a command is about, with the operator's signature.
import {
  findOneNumber,
  findOnePerson,
  type OneNumber,
  type OnePerson,
} from '#features/operations/find-one-person.ts'
import { failed } from '#operator/audit/outcomes.ts'
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Outcome } from '#operator/commands/command.ts'
import { readSignature, type Signature } from '#operator/signature.ts'
import { isProblem } from '#values/problem.ts'

export type { OneNumber, OnePerson } from '#features/operations/find-one-person.ts'

export const noPerson = failed('No person matches that.')

/** Returns the one person that the first argument refers to, or an outcome with the reason. */
export async function onePerson(context: NumbersContext): Promise<OnePerson | Outcome> {
  const person = await findOnePerson(context, context.words[0] ?? '')
  return isProblem(person) ? failed(person.text ?? person.problem) : person
}

/** Returns the one phone number that the first argument refers to, or an outcome with the reason. */
export async function oneNumber(context: NumbersContext): Promise<OneNumber | Outcome> {
  const number = await findOneNumber(context, context.words[0] ?? '')
  return isProblem(number) ? failed(number.text ?? number.problem) : number
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
