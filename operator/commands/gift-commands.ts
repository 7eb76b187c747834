// Defines the command that delivers the gifts of a day in a sandbox.
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { deliverGifts } from '#features/purchases/complete/deliver-gifts.ts'
import { rootOnly } from '#operator/access.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { readDay } from '#operator/read-moments.ts'
import { signed } from '#operator/signed-command.ts'
import { withServices } from '#operator/with-services.ts'
import type { Command } from './command.ts'

/** From the first morning on a day, in the most eastern time zone, to the last evening, in the most western one. */
const hours = { from: -6, until: 30 } as const
const hourMs = 3_600_000

export const giftsDeliver: Command = underNumbersKey(
  signed<NumbersContext>(
    {
      name: 'gifts deliver',
      access: rootOnly,
      usage: '--on DAY',
      example: '--on 2026-12-24 --by ada',
      optionTexts: { on: 'the day in the receivers’ countries, such as 2026-12-24' },
      summary: 'sandbox only: delivers the gifts of that day, hour by hour, messages included',
      run: (context) => {
        const day = readDay(context.options.on)
        if (day === null) return Promise.resolve(misused('--on takes a date such as 2026-12-24.'))
        return withServices(context, async (services) => {
          if (services.cardSandbox === null || services.smsSandbox === null) {
            return failed('gifts deliver works with sandboxes only: no real money, no real SMS.')
          }
          for (let hour = hours.from; hour <= hours.until; hour += 1) {
            const at = new Date(day.getTime() + hour * hourMs)
            while ((await deliverGifts(services, at)) > 0);
          }
          while ((await sendDueMessages(services)) > 0);
          const line = `Delivered the gifts of ${day.toISOString().slice(0, 10)}.`
          return { ok: true, lines: [line], json: { ok: true } }
        })
      },
    },
    { reason: 'optional', about: () => [] },
  ),
)
