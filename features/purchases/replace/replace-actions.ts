// The action with which staff replace a batch whose credits a registry takes back.
import { z } from 'zod'
import { type Action, action, change, figure } from '#platform/actions/action.ts'
import { textField } from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { isProblem } from '#values/problem.ts'
import { planReplacement, type ReplacementResult, replaceBatch } from './replace-batch.ts'

type Services = { readonly db: Database }
type Replacement = Exclude<
  Awaited<ReturnType<typeof planReplacement>>,
  { readonly problem: string }
>
const figuresOf = ({ replaced, other, purchases, kg }: Replacement) => [
  change(`Offer of ${replaced.serial_number}`, replaced.offer, 'withdrawn for good'),
  figure('Replaced by', other.serial_number),
  figure('Kilograms to replace', `${kg} kg`),
  figure('Purchases', purchases),
]

export const batchesReplace: Action<Services, ReplacementResult> = action({
  name: 'batches replace',
  title: 'Replace',
  summary: 'Withdraws a batch for good, and gives its holders as many kilograms of another batch.',
  roles: ['registry', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'always',
  subject: { of: 'batch', field: 'serial' },
  input: z.object({
    serial: textField({ title: 'Serial number' }, 300),
    by_serial: textField({ title: 'Serial number of the batch that replaces it' }, 300),
  }),
  preview: async ({ services, record }, { serial, by_serial: bySerial }) => {
    const planned = await planReplacement(services.db, { serial, bySerial })
    if (isProblem(planned)) return planned
    await services.db.transaction((tx) => record(tx, [planned.replaced.serial_number]))
    return { figures: figuresOf(planned) }
  },
  run: async ({ services, reason, record, recordNext }, { serial, by_serial: bySerial }) => {
    const { db } = services
    const planned = await planReplacement(db, { serial, bySerial })
    if (isProblem(planned)) return planned
    const replaced = await replaceBatch(db, {
      ...{ serial, bySerial, reason },
      // The withdrawal is what cannot be undone. The purchases follow, also after an interruption.
      auditWithdrawal: (tx, about) => record(tx, about),
      audit: (tx, about) => recordNext(tx, about),
    })
    if (isProblem(replaced)) return replaced
    const waiting = replaced.reservedKg
    return {
      figures: [
        ...figuresOf(planned),
        figure('Kilograms replaced', `${replaced.kg} kg`),
        ...(waiting > 0 ? [figure('Still reserved, replace again later', `${waiting} kg`)] : []),
      ],
      details: replaced,
    }
  },
})

export const replaceActions = [batchesReplace]
