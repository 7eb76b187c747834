// Tests what several allowed SMS count together, and when the operator is warned of half of a budget.
import { expect, it } from 'vitest'
import { type HeldSms, heldSmsWrites } from './hold-sms.ts'

const limit = (bucket: string, max: number) => ({ bucket, windowSeconds: 3_600, max })
const hour = limit('sms/hour', 100)
const windowsWith = (count: number) => new Map([['sms/hour', { count, waitSeconds: 9 }]])

function held(to: string, template: string, given: Partial<HeldSms> = {}): HeldSms {
  const sms = { to, template, caller: null, isKnownBrowser: false, causedBy: null }
  return {
    ...{ outcome: 'held', sms, own: [limit(`own/${to}`, 3)], shared: [hour] },
    ...{ windows: windowsWith(0), ...given },
  }
}

function writesOf(allowed: readonly HeldSms[]) {
  const warnings: unknown[] = []
  const ignored = () => undefined
  const warn = (...given: unknown[]) => {
    warnings.push(given)
  }
  const log = { debug: ignored, info: ignored, warn, error: ignored }
  const writes = heldSmsWrites({ log }, allowed)
  return { warnings, writes: writes.map(({ statement, values }) => [statement.name, values]) }
}

it('each limit counts its own SMS, and each range its codes', () => {
  const allowed = [
    held('+447817880001', 'otp'),
    held('+447817880001', 'otp', { own: [] }),
    held('+447817990001', 'otp_delete', { own: [] }),
    held('+447817990002', 'gift_success'),
    // Without limits, its range is not watched either.
    held('+447817660001', 'otp', { own: [], shared: [] }),
  ]
  expect(writesOf(allowed)).toEqual({
    warnings: [],
    writes: [
      [
        'count-rate-windows',
        [
          ['own/+447817880001', 'sms/hour', 'own/+447817990002'],
          [3_600, 3_600, 3_600],
          [1, 4, 1],
        ],
      ],
      ['count-codes-of-prefixes', [['+44781788', '+44781788', '+44781799']]],
    ],
  })
})

it('messages alone count for no range', () => {
  const { writes } = writesOf([held('+447817880001', 'gift_success')])
  expect(writes.map(([name]) => name)).toEqual(['count-rate-windows'])
  expect(writesOf([]).writes).toEqual([])
})

it.each([
  [47, 2, 0],
  [47, 3, 1],
  [49, 3, 1],
  [50, 3, 0],
])('after %i of 100 SMS, %i more at once give %i warnings', (count, more, warnings) => {
  const windows = windowsWith(count)
  const allowed = Array.from({ length: more }, (_, at) =>
    held(`+44781788000${at}`, 'otp', { windows }),
  )
  expect(writesOf(allowed).warnings).toEqual(
    warnings === 0 ? [] : [['half of the SMS budget is used']],
  )
})
