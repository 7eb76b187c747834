// Defines the commands that the operator runs on behalf of an identified person: the export of their data,
// the deletion of their passport, and the move to another phone number.

import { eraseForOwner } from '#features/own-data/erase-passport.ts'
import { exportText, readOwnData } from '#features/own-data/export-data.ts'
import { type MoveStage, moveForOwner } from '#features/own-data/move-for-owner.ts'
import { runStarted } from '#operator/audit/audited-run.ts'
import { failed, refusedFor } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { type OnePerson, onePerson, signedFor } from '#operator/one-person.ts'
import type { Signature } from '#operator/signature.ts'
import { withServices } from '#operator/with-services.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Services } from '#server/services.ts'
import { isProblem } from '#values/problem.ts'
import { onlyPhoneOf } from '#values/text/phone-spellings.ts'
import type { Command, Outcome } from './command.ts'

const noNumber = failed(
  'This passport has no number: it is deleted, or parked. A parked one is moved to its number first.',
)

export const peopleExport: Command = underNumbersKey({
  name: 'people export',
  usage: 'PHONE|PASSPORT FILE --by NAME --reason TEXT',
  example: '+447400123456 export.json --by ada --reason "Asked by letter"',
  summary: 'writes all that is kept about a person into a new file, as their own export does',
  file: { at: 1, use: 'write' },
  run: (context) =>
    runForPerson(context, async (services, { passportId, phone }, signature) => {
      if (phone === null) return noNumber
      const [, path = ''] = context.words
      assertNewFile(path)
      const entry = { ...signature, command: peopleExport.name, about: [passportId] }
      // Writes the audit row first, so that no data is exported without it.
      return runStarted(context, entry, async () => {
        const file = await readOwnData(services, { passportId, phone })
        await writeNewFile(path, exportText(file), 0o600)
        const json = { ok: true, passport: passportId, file: path, parts: Object.keys(file) }
        return {
          ok: true,
          lines: [`Wrote ${path}. It holds personal data: hand it over, delete it.`],
          json,
        }
      })
    }),
})

export const peopleErase: Command = underNumbersKey({
  name: 'people erase',
  usage: 'PHONE|PASSPORT --by NAME --reason TEXT',
  example: '+447400123456 --by ada --reason "Asked by letter"',
  summary: 'deletes a passport for good, as its owner can; kilograms and money stay under an id',
  run: (context) =>
    runForPerson(context, async (services, { passportId, phone }, signature) => {
      if (phone === null) return noNumber
      const command = peopleErase.name
      const refused = await eraseForOwner(services, { passportId, phone }, (tx) =>
        writeAuditEntry(tx, { ...signature, command, about: [passportId] }),
      )
      if (refused !== null) {
        return refusedFor(
          refused,
          'A purchase is being completed right now: try again in a minute.',
        )
      }
      const json = { ok: true, passport: passportId }
      return { ok: true, lines: [`${passportId} leads to nobody any more.`], json }
    }),
})

const moveSentences = {
  invalid_phone: 'No code can be sent to that number, or the passport has it already.',
  number_taken: 'Another passport has that number.',
  passport_erased: 'This passport is deleted.',
} as const

export const peopleMove: Command = underNumbersKey({
  name: 'people move',
  usage: 'PHONE|PASSPORT NEW_PHONE --by NAME --reason TEXT [--again]',
  example: '+447400123456 +447400654321 --by ada --reason "The number is lost"',
  optionTexts: {
    again: 'announces the move once more after an objection',
  },
  summary: 'moves a passport whose number was lost: announces it, and moves it 72 hours later',
  run: (context) =>
    runForPerson(context, async (services, { passportId, phone: previousPhone }, signature) => {
      const command = peopleMove.name
      const outcome = await moveForOwner(services, {
        passportId,
        previousPhone,
        phone: onlyPhoneOf(context.words[1] ?? '', context.settings.sellerCountry),
        again: context.flags.has('again'),
        record: (tx) => writeAuditEntry(tx, { ...signature, command, about: [passportId] }),
      })
      if (!isProblem(outcome)) return moveOutcome(passportId, outcome)
      return outcome.problem === 'move_objected'
        ? refusedFor(outcome, `${outcome.text} With --again it is announced once more.`)
        : refusedFor(outcome, moveSentences[outcome.problem])
    }),
})

function moveOutcome(passportId: string, move: MoveStage): Outcome {
  if (move.stage === 'moved') {
    const lines = [`${passportId} is on its new number, and signed out everywhere.`]
    return { ok: true, lines, json: { ok: true, passport: passportId, stage: 'moved' } }
  }
  const due = move.dueAt.toISOString()
  const isNew = move.stage === 'announced'
  const line = isNew
    ? `The present number is told. Call again after ${due}; whoever signs in with it before objects.`
    : `Announced; it may be moved after ${due}.`
  const json = { ok: isNew, passport: passportId, stage: move.stage, due_at: due }
  return { ok: isNew, lines: [line], json }
}

/** Runs `work` for the person that the first argument refers to, with the operator's signature. */
function runForPerson(
  context: NumbersContext,
  work: (services: Services, person: OnePerson, signature: Signature) => Promise<Outcome>,
): Promise<Outcome> {
  return signedFor(context, onePerson, (person, signature) =>
    withServices(context, (services) => work(services, person, signature)),
  )
}
