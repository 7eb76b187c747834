// Defines the commands that block and unblock users, end their sessions and reset their limits. Each
// writes its operator and reason in the transaction of the change.

import { endAllSessions, endOtherSessions } from '#features/people/own-sessions.ts'
import { blockNumber, clearLimits, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { runStarted } from '#operator/audit/audited-run.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { type OneNumber, oneNumber, onePerson, signedFor } from '#operator/one-person.ts'
import { readSignature } from '#operator/signature.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Command, Outcome } from './command.ts'

const usage = 'PHONE|PASSPORT|TXID --by NAME --reason TEXT'

export const peopleBlock: Command = underNumbersKey({
  name: 'people block',
  usage,
  example: '+447400123456 --by ada --reason "A stolen card"',
  summary: 'lets nobody sign in with a number, member or not, and ends its sessions',
  run: (context) =>
    changeNumber(context, peopleBlock.name, async (tx, { numberHash, passportId }) => {
      await blockNumber(tx, numberHash, passportId)
      return 'Blocked: the number gets the answers of one that asked too often.'
    }),
})

export const peopleUnblock: Command = underNumbersKey({
  name: 'people unblock',
  usage,
  example: '+447400123456 --by ada --reason "It was a mistake"',
  summary: 'ends a block',
  run: (context) =>
    changeNumber(context, peopleUnblock.name, async (tx, { numberHash }) =>
      (await unblockNumber(tx, numberHash)) ? 'Unblocked.' : null,
    ),
})

export const limitsClear: Command = underNumbersKey({
  name: 'limits clear',
  usage,
  example: '+447400123456 --by ada --reason "Codes arrived late"',
  summary: 'sets back what a number has used up: codes, tries, messages; a block stays',
  run: (context) =>
    changeNumber(context, limitsClear.name, async (tx, { numberHash, passportId }) => {
      const blockedAt = await clearLimits(tx, numberHash, passportId)
      return blockedAt === null
        ? 'The number may ask for a code now. One that was sent before is good no more.'
        : `Set back; but the number is still blocked, since ${blockedAt.toISOString()}: people unblock.`
    }),
})

export const sessionsEnd: Command = underNumbersKey({
  name: 'sessions end',
  usage: '[PHONE|PASSPORT|TXID] [--all] --by NAME --reason TEXT',
  example: '+447400123456 --by ada --reason "A lost phone"',
  optionTexts: { all: 'signs every person out, a thousand sessions at a time' },
  summary: 'signs a person out everywhere, or every person with --all',
  run: async (context) => {
    const hasPerson = (context.words[0] ?? '') !== ''
    if (hasPerson === context.flags.has('all')) return misused('Name a person, or give --all.')
    return hasPerson ? endOfPerson(context) : endOfAll(context)
  },
})

const endOfPerson = (context: NumbersContext) =>
  signedFor(context, onePerson, async ({ passportId }, signature) => {
    await context.db.transaction(async (tx) => {
      await endOtherSessions(tx, passportId, null)
      const command = sessionsEnd.name
      await writeAuditEntry(tx, { ...signature, command, about: [passportId] })
    })
    return doneOutcome(passportId, 'Signed out everywhere.')
  })

/** Writes the audit row first, because the sessions end in many transactions. */
async function endOfAll(context: NumbersContext): Promise<Outcome> {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  return runStarted(context, { ...signature, command: sessionsEnd.name, about: [] }, async () => {
    const ended = await endAllSessions(context.db)
    const line = `Ended ${ended} sessions with their signing keys: everybody signs in again.`
    return { ok: true, lines: [line], json: { ok: true, ended } }
  })
}

/**
 * Changes a phone number's limits, and writes the audit row if something changed. `change` returns its
 * result as a line, or null without a change.
 */
function changeNumber(
  context: NumbersContext,
  command: string,
  change: (tx: Transaction, number: OneNumber) => Promise<string | null>,
): Promise<Outcome> {
  return signedFor(context, oneNumber, async (number, signature) => {
    const about = number.passportId ?? number.numberHash
    const line = await context.db.transaction(async (tx) => {
      const resultLine = await change(tx, number)
      if (resultLine !== null) await writeAuditEntry(tx, { ...signature, command, about: [about] })
      return resultLine
    })
    return line === null ? failed('The number is not blocked.') : doneOutcome(about, line)
  })
}

function doneOutcome(about: string, line: string): Outcome {
  return { ok: true, lines: [line], json: { ok: true, about } }
}
