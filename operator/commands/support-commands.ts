// Defines the commands that block and unblock users, end their sessions and reset their limits.
import {
  peopleBlock as block,
  limitsClear as clearLimits,
  sessionsEnd as endSessions,
  peopleUnblock as unblock,
} from '#features/operations/people-actions.ts'
import { endAllSessions } from '#features/people/own-sessions.ts'
import { rootOnlySentence } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { runStarted } from '#operator/audit/audited-run.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { readSignature } from '#operator/signature.ts'
import { withNumbers } from '#operator/with-services.ts'
import type { Command, Outcome } from './command.ts'

const usage = 'PHONE|PASSPORT|TXID --reason TEXT'
const inputOf = ({ words: [who] }: NumbersContext) => ({ who })
const words = { who: 'PHONE' }

export const peopleBlock: Command = underNumbersKey(
  actionCommand({
    action: block,
    usage,
    example: '+447400123456 --reason "A stolen card"',
    open: withNumbers,
    input: inputOf,
    words,
    outcome: ({ details }) =>
      doneOutcome(details, 'Blocked: the number gets the answers of one that asked too often.'),
  }),
)

export const peopleUnblock: Command = underNumbersKey(
  actionCommand({
    action: unblock,
    usage,
    example: '+447400123456 --reason "It was a mistake"',
    open: withNumbers,
    input: inputOf,
    words,
    outcome: ({ details }) => doneOutcome(details, 'Unblocked.'),
  }),
)

export const limitsClear: Command = underNumbersKey(
  actionCommand({
    action: clearLimits,
    usage,
    example: '+447400123456 --reason "Codes arrived late"',
    open: withNumbers,
    input: inputOf,
    words,
    outcome: ({ details }) =>
      doneOutcome(
        details,
        details.blockedAt === null
          ? 'The number may ask for a code now. One that was sent before is good no more.'
          : `Set back; but the number is still blocked, since ${details.blockedAt.toISOString()}: people unblock.`,
      ),
  }),
)

const endOfPerson = actionCommand({
  action: endSessions,
  usage: '[PHONE|PASSPORT|TXID] [--all] --reason TEXT',
  example: '+447400123456 --reason "A lost phone"',
  optionTexts: { all: 'signs every person out, a thousand sessions at a time; for root only' },
  open: withNumbers,
  input: inputOf,
  words,
  outcome: ({ details }) => doneOutcome(details, 'Signed out everywhere.'),
})

export const sessionsEnd: Command = underNumbersKey({
  ...endOfPerson,
  run: async (context) => {
    const hasPerson = (context.words[0] ?? '') !== ''
    if (hasPerson === context.flags.has('all')) return misused('Name a person, or give --all.')
    return hasPerson ? endOfPerson.run(context) : endOfAll(context)
  },
})

/** Writes the audit row first, because the sessions end in many transactions. */
async function endOfAll(context: NumbersContext): Promise<Outcome> {
  const { actor, db, flags } = context
  if (actor.kind !== 'root') {
    return refusedFor({ problem: 'forbidden' }, rootOnlySentence(`${sessionsEnd.name} --all`))
  }
  if (flags.has('preview')) return misused('--preview shows one person: leave --all out.')
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  return runStarted(context, { ...signature, command: sessionsEnd.name, about: [] }, async () => {
    const ended = await endAllSessions(db)
    const line = `Ended ${ended} sessions with their signing keys: everybody signs in again.`
    return { ok: true, lines: [line], json: { ok: true, ended } }
  })
}

function doneOutcome({ about }: { readonly about: string }, line: string): Outcome {
  return { ok: true, lines: [line], json: { ok: true, about } }
}
