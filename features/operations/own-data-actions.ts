// The actions that staff run for a person who has proved who they are: the export of their data, and the move to
// another phone number.
import { z } from 'zod'
import { exportText, readOwnData } from '#features/own-data/export-data.ts'
import { type MoveStage, moveForOwner } from '#features/own-data/move-for-owner.ts'
import type { Services as OwnDataServices } from '#features/own-data/own-data-services.ts'
import { type Action, action, change, figure } from '#platform/actions/action.ts'
import { flagField, textField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import { isProblem } from '#values/problem.ts'
import { onlyPhoneOf } from '#values/text/phone-spellings.ts'
import { findOneMember, findOnePerson } from './find-one-person.ts'
import { personRules, who } from './people-actions.ts'
import type { SearchServices } from './search-subjects.ts'

type Services = OwnDataServices & SearchServices

type ExportDetails = { readonly passport: string; readonly parts: readonly string[] }

const rules = { ...personRules, isSensitive: true } as const

export const peopleExport: Action<Services, ExportDetails> = action({
  name: 'people export',
  title: 'Export',
  summary: 'Shows all that is kept about a person, as their own export does. Hand it to them only.',
  ...rules,
  input: z.object({ who }),
  preview: async ({ services, record }, { who }) => {
    const person = await findOneMember(services, who)
    if (isProblem(person)) return person
    await services.db.transaction((tx) => record(tx, [person.passportId]))
    return { figures: [figure('Export of', person.passportId)] }
  },
  run: async ({ services, record }, { who }) => {
    const person = await findOneMember(services, who)
    if (isProblem(person)) return person
    // The row comes first, so that no data is read without it.
    await services.db.transaction((tx) => record(tx, [person.passportId]))
    const file = await readOwnData(services, person)
    return {
      figures: [figure('Export of', person.passportId), figure('Parts', Object.keys(file).length)],
      secrets: [figure('export.json', exportText(file))],
      details: { passport: person.passportId, parts: Object.keys(file) },
    }
  },
})

type MoveDetails = { readonly passport: string; readonly move: MoveStage }

const moveSentences = {
  invalid_phone: 'No code can be sent to that number, or the passport has it already.',
  number_taken: 'Another passport has that number.',
  passport_erased: 'This passport is deleted.',
} as const

function figuresOfMove(move: MoveStage): Figure[] {
  switch (move.stage) {
    case 'moved':
      return [change('Number', 'the lost one', 'the new one'), figure('Signed in', 'nowhere')]
    case 'announced':
      return [
        figure('The present number', 'is told'),
        figure('The passport moves', 'with this action again, after 72 hours'),
      ]
    case 'waiting':
      return [figure('Announced; may be moved after', move.dueAt.toISOString())]
  }
}

export const peopleMove: Action<Services, MoveDetails> = action({
  name: 'people move',
  title: 'Move',
  summary: 'Moves a passport whose number was lost: announces it, and 72 hours later moves it.',
  ...rules,
  input: z.object({
    who,
    new_phone: textField({ title: 'New number', description: 'With its country code.' }, 40),
    again: flagField({
      title: 'Announce it again',
      description: 'After somebody has signed in with the former number.',
    }),
  }),
  run: async ({ services, record }, { who, new_phone, again }) => {
    const person = await findOnePerson(services, who)
    if (isProblem(person)) return person
    const { passportId, phone: previousPhone } = person
    const outcome = await moveForOwner(services, {
      ...{ passportId, previousPhone, again },
      phone: onlyPhoneOf(new_phone, services.settings.sellerCountry),
      record: (tx) => record(tx, [passportId]),
    })
    if (!isProblem(outcome)) {
      return { figures: figuresOfMove(outcome), details: { passport: passportId, move: outcome } }
    }
    if (outcome.problem === 'move_objected') {
      return { ...outcome, text: `${outcome.text} It may be announced again.` }
    }
    return { ...outcome, text: moveSentences[outcome.problem] }
  },
})

export const ownDataActions = [peopleExport, peopleMove]
