// The actions of staff on programmes: create, fund, return funds, set line and limits, close.
import { z } from 'zod'
import {
  type Amount,
  createProgramme,
  fundProgramme,
  limitText,
  type PaymentResult,
  returnFunds,
  setLimits,
  setLine,
} from '#features/wallet/programmes/manage-programmes.ts'
import { type Action, action, auditBy, change, figure } from '#platform/actions/action.ts'
import {
  amountField,
  currencyField,
  numberlessField,
  programmeField,
} from '#platform/actions/fields.ts'
import type { Database } from '#platform/database/database.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import { closeProgramme } from './close-programme.ts'

type Services = { readonly db: Database }

const id = programmeField()
const amount = amountField({ title: 'Amount' })
const currency = currencyField()
const rules = {
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
} as const
const ofProgramme = { subject: { of: 'programme', field: 'id' } } as const

type CreatedProgramme = { readonly id: string; readonly name: string; readonly currency: string }

export const programmesCreate: Action<Services, CreatedProgramme> = action({
  name: 'programmes create',
  title: 'Create a programme',
  summary: 'Creates a programme with limits in its currency, without funds and with a line of 0.',
  ...rules,
  input: z.object({ id, name: numberlessField({ title: 'Name' }, 120), currency }),
  run: async ({ services, record }, programme) => {
    const created = await createProgramme(services.db, programme, auditBy(record))
    if (isProblem(created)) return created
    return {
      figures: [
        figure('Programme', created.id),
        figure('Name', created.name),
        figure('Currency of its limits', created.currency),
      ],
      details: created,
    }
  },
})

export const programmesFund: Action<Services, MovedFunds> = action({
  name: 'programmes fund',
  title: 'Record a payment',
  summary: 'Records what the partner paid in at the bank.',
  ...rules,
  ...ofProgramme,
  input: z.object({ id, amount, currency }),
  run: async ({ services, record }, { id: programmeId, amount: amountMinor, currency }) => {
    const payment = { programmeId, currency, amountMinor }
    const paid = await fundProgramme(services.db, payment, auditBy(record))
    return isProblem(paid) ? paid : paymentResult('Paid in', payment, paid, -1)
  },
})

export const programmesReturn: Action<Services, MovedFunds> = action({
  name: 'programmes return',
  title: 'Return funds',
  summary: 'Records what the partner got back at the bank.',
  ...rules,
  ...ofProgramme,
  input: z.object({ id, amount, currency }),
  run: async ({ services, record }, { id: programmeId, amount: amountMinor, currency }) => {
    const payment = { programmeId, currency, amountMinor }
    const paid = await returnFunds(services.db, payment, auditBy(record))
    return isProblem(paid) ? paid : paymentResult('Returned', payment, paid, 1)
  },
})

/** A payment in or out, and the balance after it. */
export type MovedFunds = Amount & PaymentResult

function paymentResult(label: string, payment: Amount, paid: PaymentResult, sign: 1 | -1) {
  const { amountMinor, currency } = payment
  const { balanceMinor } = paid
  const money = (minor: number) => `${minorText(minor)} ${currency}`
  const before = balanceMinor + sign * amountMinor
  return {
    figures: [
      figure(label, money(amountMinor)),
      change('Balance', money(before), money(balanceMinor)),
    ],
    details: { ...payment, ...paid },
  }
}

/** The line that was set. It is higher than `amountMinor` if the programme has used more. */
type SetLine = Amount & { readonly lineMinor: number }

export const programmesLine: Action<Services, SetLine> = action({
  name: 'programmes line',
  title: 'Set the line',
  summary: 'Sets how much more a programme may give than was paid in.',
  ...rules,
  ...ofProgramme,
  approval: 'always',
  input: z.object({ id, amount: amountField({ title: 'Line' }, 0), currency }),
  storedInput: async (_services, input) => ({ ...input, amount: minorText(input.amount) }),
  run: async ({ services, record }, { id: programmeId, amount: amountMinor, currency }) => {
    const line = { programmeId, currency, amountMinor }
    const result = await setLine(services.db, line, auditBy(record))
    if (isProblem(result)) return result
    return {
      figures: [figure('Line', `${minorText(result.lineMinor)} ${currency}`)],
      details: { ...line, ...result },
    }
  },
})

type SetLimits = Exclude<Awaited<ReturnType<typeof setLimits>>, { readonly problem: string }>

export const programmesLimits: Action<Services, SetLimits> = action({
  name: 'programmes limits',
  title: 'Set the limits',
  summary: 'Sets the most that a programme gives within 24 hours, to one person and in all.',
  ...rules,
  ...ofProgramme,
  input: z.object({
    id,
    person: amountField({ title: 'To one person' }, 0).optional(),
    day: amountField({ title: 'In all' }, 0).optional(),
  }),
  run: async ({ services, record }, { id: programmeId, person, day }) => {
    const changes = {
      ...(person === undefined ? {} : { personMinor: person }),
      ...(day === undefined ? {} : { dayMinor: day }),
    }
    const limits = await setLimits(services.db, programmeId, changes, auditBy(record))
    if (isProblem(limits)) return limits
    const { currency, personMinor, dayMinor } = limits
    return {
      figures: [
        figure('To one person', `${limitText(personMinor)} ${currency}`),
        figure('In all', `${limitText(dayMinor)} ${currency}`),
      ],
      details: limits,
    }
  },
})

type ClosedProgramme = { readonly terminals: readonly string[] }

export const programmesClose: Action<Services, ClosedProgramme> = action({
  name: 'programmes close',
  title: 'Close',
  summary: 'Ends a programme’s credits and revokes its terminals. Wallets keep their money.',
  ...rules,
  ...ofProgramme,
  input: z.object({ id }),
  run: async ({ services, record }, { id: programmeId }) => {
    const closed = await closeProgramme(services.db, programmeId, auditBy(record))
    if (isProblem(closed)) return closed
    return {
      figures: [
        change('State', 'open', 'closed'),
        figure('Terminals revoked', closed.terminals.length),
      ],
      details: closed,
    }
  },
})

export const programmeActions = [
  programmesCreate,
  programmesFund,
  programmesReturn,
  programmesLine,
  programmesLimits,
  programmesClose,
]
