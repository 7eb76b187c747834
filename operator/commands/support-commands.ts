// Defines the commands that block and unblock users, end their sessions and reset their limits. Each
// writes its operator and reason in the transaction of the change.

import { endAllSessions, endOtherSessions } from '#features/people/own-sessions.ts'
import { blockNumber, clearLimits, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { failed } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { type OneNumber, oneNumber, onePerson, signedFor } from '#operator/one-person.ts'
import { signed } from '#operator/signed-command.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Command, Outcome } from './command.ts'

const usage = 'PHONE|PASSPORT|TXID --by NAME --reason TEXT'

export const peopleBlock: Command = underNumbersKey({
  name: 'people block',
  usage,
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
  summary: 'ends a block',
  run: (context) =>
    changeNumber(context, peopleUnblock.name, async (tx, { numberHash }) =>
      (await unblockNumber(tx, numberHash)) ? 'Unblocked.' : null,
    ),
})

export const limitsClear: Command = underNumbersKey({
  name: 'limits clear',
  usage,
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
  usage,
  summary: 'signs a person out everywhere',
  run: (context) =>
    signedFor(context, onePerson, async ({ passportId }, signature) => {
      await context.db.transaction(async (tx) => {
        await endOtherSessions(tx, passportId, null)
        const command = sessionsEnd.name
        await writeAuditEntry(tx, { ...signature, command, about: [passportId] })
      })
      return doneOutcome(passportId, 'Signed out everywhere.')
    }),
})

export const sessionsEndAll: Command = signed(
  {
    name: 'sessions end-all',
    usage: '--by NAME --reason TEXT',
    summary: 'signs every person out everywhere, a thousand sessions at a time',
    run: async ({ db }) => {
      const ended = await endAllSessions(db)
      const line = `Ended ${ended} sessions with their signing keys: everybody signs in again.`
      return { ok: true, lines: [line], json: { ok: true, ended } }
    },
  },
  { reason: 'wanted', about: () => [] },
)

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
