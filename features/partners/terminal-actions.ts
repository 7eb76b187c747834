// The actions of staff on partners' terminals: create, rotate and revoke.
import { z } from 'zod'
import { type Action, action, change, figure } from '#platform/actions/action.ts'
import { numberlessField, programmeField, textField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'
import { isProblem, problem } from '#values/problem.ts'
import {
  createTerminal,
  type NewTerminal,
  revokeTerminal,
  rotateTerminal,
} from './partner-terminals.ts'

type Services = {
  readonly db: Database
  readonly keys: Keys
  readonly settings: {
    readonly sellerCurrency: CurrencyCode
    readonly partnerRotationHours: number
  }
}

const programme = programmeField()
const terminal = textField({ title: 'Terminal', description: 'Its id.' })
const rules = {
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
} as const

const secretsOf = ({ terminalId, secret }: NewTerminal): Figure[] => [
  figure('Terminal', terminalId),
  figure('Secret', secret),
]

type CreatedTerminal = NewTerminal & { readonly programmeIsNew: boolean }

export const partnersCreate: Action<Services, CreatedTerminal> = action({
  name: 'partners create',
  title: 'Create a terminal',
  summary: 'Creates a terminal that signs for a programme, and the programme if it is missing.',
  ...rules,
  subject: { of: 'programme', field: 'program' },
  input: z.object({
    program: programme,
    name: numberlessField({ title: 'Name of the partner' }, 120),
  }),
  run: async ({ services, record }, { program: programmeId, name: holderName }) => {
    const { db, keys, settings } = services
    const partner = { holderName, programmeId, currency: settings.sellerCurrency }
    const created = await createTerminal(db, keys, partner, (tx, about) => record(tx, about))
    if (isProblem(created)) return created
    const state = created.programmeIsNew ? 'new, gives nothing before it is funded' : 'exists'
    return {
      figures: [figure('Partner', holderName), figure(`Programme ${programmeId}`, state)],
      secrets: secretsOf(created),
      details: created,
    }
  },
})

type RotatedTerminal = NewTerminal & { readonly previousUntil: Date }

export const partnersRotate: Action<Services, RotatedTerminal> = action({
  name: 'partners rotate',
  title: 'Rotate a terminal',
  summary: 'Creates a terminal’s successor. Both sign for some hours, then only the new one.',
  ...rules,
  input: z.object({ terminal }),
  run: async ({ services, record }, { terminal: id }) => {
    const { db, keys, settings } = services
    const hours = settings.partnerRotationHours
    const rotated = await rotateTerminal(db, keys, id, hours, (tx, about) => record(tx, about))
    if (rotated === null) return noTerminal
    return {
      figures: [change(`Terminal ${id}`, 'signs', `signs for ${hours} hours more`)],
      secrets: secretsOf(rotated),
      details: rotated,
    }
  },
})

export const partnersRevoke: Action<Services, object> = action({
  name: 'partners revoke',
  title: 'Revoke a terminal',
  summary: 'Ends a terminal at once.',
  ...rules,
  input: z.object({ terminal }),
  run: async ({ services, record }, { terminal: id }) => {
    const isKnown = await revokeTerminal(services.db, id, (tx, about) => record(tx, about))
    if (!isKnown) return noTerminal
    return { figures: [change(`Terminal ${id}`, 'signs', 'signs nothing')], details: {} }
  },
})

const noTerminal = problem('terminal_not_found', { text: 'No such terminal is in use.' })

export const terminalActions = [partnersCreate, partnersRotate, partnersRevoke]
