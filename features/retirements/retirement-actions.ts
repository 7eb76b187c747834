// The action with which staff correct a recorded retirement.
import { z } from 'zod'
import { type Action, action, auditBy, figure } from '#platform/actions/action.ts'
import { textField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem } from '#values/problem.ts'
import { correctRetirement } from './correct-retirement.ts'

type Services = { readonly db: Database }

const retirementsCorrect: Action<Services> = action({
  name: 'retirements correct',
  title: 'Correct a retirement',
  summary: 'Reverses a recorded retirement with an opposite record.',
  roles: ['registry', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  input: z.object({ reference: textField({ title: 'Reference of the registry' }) }),
  run: async ({ services, reason, record }, { reference }) => {
    // A preview may have no reason yet.
    const because = reason === '' ? 'preview' : reason
    const corrected = await correctRetirement(services.db, reference, because, auditBy(record))
    if (isProblem(corrected)) return corrected
    return {
      figures: [
        figure('Kilograms that are not retired any more', `${corrected.kg} kg`),
        figure('Records', corrected.records),
      ],
    }
  },
})

export const retirementActions = [retirementsCorrect]
