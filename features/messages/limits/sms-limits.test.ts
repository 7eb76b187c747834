// Tests the limits of SMS as whole lists: which ones count an SMS, by its kind, caller and priority.
import { expect, it } from 'vitest'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import {
  crossesAlarmShare,
  isCode,
  isRefusedNumber,
  limitsOfCaller,
  limitsOfNumber,
  type OutgoingSms,
  type SmsPriority,
  sharedLimits,
} from './sms-limits.ts'

const hour = 3_600
const day = 86_400
const caller = { address: '192.0.2.7', network: '192.0.2.0', isExempt: false }
const code: OutgoingSms = {
  to: '+447817880001',
  template: 'otp',
  caller,
  isKnownBrowser: false,
  causedBy: null,
}
const message: OutgoingSms = { ...code, template: 'purchase_success', caller: null }
const settings = {
  exemptsLoopback: false,
  allowedCallingCodes: undefined,
  smsBudgets: { hourMax: 101, dayMax: 1_001, countryHourMax: 51 },
}
const limits = (sms: OutgoingSms, priority: SmsPriority, changed: object = {}) =>
  sharedLimits(sms, { ...settings, ...changed }, priority).map(
    ({ bucket, windowSeconds, max }) => `${bucket} ${windowSeconds} ${max}`,
  )

const ofCaller = [`sms/address/192.0.2.7 ${hour} 10`, `sms/network/192.0.2.0 ${hour} 60`]
const range = `sms/prefix/+44781788 ${hour} 20`
const messageBudgets = [
  `sms/messages/country/GB ${hour} 26`,
  `sms/messages/hour ${hour} 51`,
  `sms/messages/day ${day} 501`,
]
const strangerBudgets = [
  `sms/strangers/country/GB ${hour} 36`,
  `sms/strangers/hour ${hour} 71`,
  `sms/strangers/day ${day} 701`,
]
const memberBudgets = [
  `sms/members/country/GB ${hour} 46`,
  `sms/members/hour ${hour} 91`,
  `sms/members/day ${day} 901`,
]
const allBudgets = [`sms/country/GB ${hour} 51`, `sms/hour ${hour} 101`, `sms/day ${day} 1001`]

it.each([
  [
    'a code to a stranger',
    code,
    'stranger',
    [...ofCaller, range, ...strangerBudgets, ...memberBudgets, ...allBudgets],
  ],
  ['a code to a member', code, 'member', [...ofCaller, ...memberBudgets, ...allBudgets]],
  ['a code to a known browser', code, 'knownBrowser', allBudgets],
  [
    'a code without a caller',
    { ...code, caller: null },
    'stranger',
    [range, ...strangerBudgets, ...memberBudgets, ...allBudgets],
  ],
  [
    'a message',
    message,
    'message',
    [
      range,
      `sms/messages/prefix/+44781788 ${hour} 10`,
      ...messageBudgets,
      ...strangerBudgets,
      ...memberBudgets,
      ...allBudgets,
    ],
  ],
] as const)('%s counts for these limits', (_, sms, priority, expected) => {
  expect(limits(sms, priority)).toEqual(expected)
})

it('an SMS to a number of no country counts for the budget of the unknown ones', () => {
  const buckets = limits({ ...code, to: '+999123456' }, 'knownBrowser')
  expect(buckets[0]).toBe(`sms/country/unknown ${hour} 51`)
})

it('an exempt caller has no limits, and a message none where the loopback is exempt', () => {
  const exempt = { ...caller, isExempt: true }
  expect(limits({ ...code, caller: exempt }, 'stranger')).toEqual([])
  expect(limitsOfCaller(exempt)).toEqual([])
  expect(limits(message, 'message', { exemptsLoopback: true })).toEqual([])
  // The caller decides for a code, whichever machine the loopback is.
  expect(limits(code, 'knownBrowser', { exemptsLoopback: true })).toEqual(allBudgets)
})

it.each([
  ['otp', null, []],
  [
    'purchase_success',
    null,
    [{ bucket: 'sms/purchase_success/hash of +447817880001', windowSeconds: day, max: 20 }],
  ],
  [
    'plan_paused',
    'giver',
    [{ bucket: 'sms/plan_paused/hash of +447817880001', windowSeconds: day, max: 20 }],
  ],
  [
    'gift_success',
    'giver',
    [
      { bucket: 'gifts/giver/hash of +447817880001', windowSeconds: day, max: 3 },
      { bucket: 'gifts/all/hash of +447817880001', windowSeconds: day, max: 5 },
    ],
  ],
])('%s has its own limits of the number', (template, causedBy, expected) => {
  const hashOf = (phone: string) => `hash of ${phone}`
  expect(limitsOfNumber({ ...message, template, causedBy }, hashOf)).toEqual(expected)
})

it.each([
  ['sms/hour', 100, 49, 50, true],
  ['sms/day', 100, 0, 100, true],
  ['sms/hour', 100, 48, 49, false],
  ['sms/hour', 100, 50, 51, false],
  ['sms/hour', 101, 50, 51, true],
  ['sms/country/GB', 100, 49, 50, false],
  ['sms/members/hour', 100, 49, 50, false],
])(
  'the count of %s of %i from %i to %i reaches the share of the warning: %s',
  (bucket, max, previous, next, is) => {
    expect(crossesAlarmShare({ bucket, windowSeconds: hour, max }, previous, next)).toBe(is)
  },
)

it('every purpose of a code is a code, and no other template is', () => {
  expect(Object.values(codeTemplates)).toContain('otp_export')
  expect(Object.values(codeTemplates).filter((each) => !isCode(each))).toEqual([])
  expect(['gift_success', 'purchase_success', 'number_left', 'otpx', ''].filter(isCode)).toEqual([])
})

it.each([
  ['+447817880001', undefined, false],
  ['+447817880001', ['44', '49'], false],
  ['+4915112345678', ['44', '49'], false],
  ['+33612345678', ['44', '49'], true],
  ['+33612345678', [], true],
  ['+449012345678', undefined, true],
  ['+449012345678', ['44'], true],
  ['+870773123456', undefined, true],
  ['+8781012345678', undefined, true],
  ['+881612345678', undefined, true],
  ['+882161234567', undefined, true],
  ['+883510012345', undefined, true],
  ['+8801712345678', undefined, false],
])('%s with the calling codes %j gets no SMS: %s', (phone, allowedCallingCodes, is) => {
  expect(isRefusedNumber(phone, { ...settings, allowedCallingCodes })).toBe(is)
})
