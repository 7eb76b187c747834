// Defines the commands that the operator runs on behalf of an identified person: the export of their data,
// the deletion of their passport, and the move to another phone number.

import {
  peopleExport as exportPerson,
  peopleMove as movePerson,
} from '#features/operations/own-data-actions.ts'
import { peopleErase as erasePerson } from '#features/operations/people-actions.ts'
import type { MoveStage } from '#features/own-data/move-for-owner.ts'
import { actionCommand } from '#operator/action-command.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { assertNewFile, writeNewFile } from '#operator/new-file.ts'
import { withServices } from '#operator/with-services.ts'
import type { Command, Outcome } from './command.ts'

const fileOf = ({ words: [, path = ''] }: NumbersContext) => path
const words = { who: 'PHONE', new_phone: 'NEW_PHONE' }

export const peopleExport: Command = underNumbersKey(
  actionCommand({
    action: exportPerson,
    usage: 'PHONE|PASSPORT FILE --reason TEXT',
    example: '+447400123456 export.json --reason "Asked by letter"',
    file: { at: 1, use: 'write' },
    open: withServices,
    input: ({ words: [who] }: NumbersContext) => ({ who }),
    words,
    prepare: (context) => assertNewFile(fileOf(context)),
    outcome: async ({ details: { passport, parts }, secrets }, context) => {
      const file = fileOf(context)
      await writeNewFile(file, secrets[0]?.after ?? '', 0o600)
      const line = `Wrote ${file}. It holds personal data: hand it over, delete it.`
      return { ok: true, lines: [line], json: { ok: true, passport, file, parts } }
    },
  }),
)

export const peopleErase: Command = underNumbersKey(
  actionCommand({
    action: erasePerson,
    usage: 'PHONE|PASSPORT --reason TEXT',
    example: '+447400123456 --reason "Asked by letter"',
    open: withServices,
    input: ({ words: [who] }: NumbersContext) => ({ who }),
    words,
    outcome: ({ details: { about: passport } }) => ({
      ok: true,
      lines: [`${passport} leads to nobody any more.`],
      json: { ok: true, passport },
    }),
  }),
)

export const peopleMove: Command = underNumbersKey(
  actionCommand({
    action: movePerson,
    usage: 'PHONE|PASSPORT NEW_PHONE --reason TEXT [--again]',
    example: '+447400123456 +447400654321 --reason "The number is lost"',
    optionTexts: {
      again: 'announces the move once more after an objection',
    },
    open: withServices,
    input: ({ words: [who, new_phone], flags }: NumbersContext) => ({
      who,
      new_phone,
      again: flags.has('again'),
    }),
    words,
    sentences: {
      move_objected: (text) =>
        text.replace('It may be announced again.', 'With --again it is announced once more.'),
    },
    outcome: ({ details: { passport, move } }) => moveOutcome(passport, move),
  }),
)

/** Returns the outcome of a move, or of its announcement. */
export function moveOutcome(passportId: string, move: MoveStage): Outcome {
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
