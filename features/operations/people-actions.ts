// The actions of staff on people: block, unblock, reset limits, sign out, delete.
import { z } from 'zod'
import { eraseForOwner } from '#features/own-data/erase-passport.ts'
import type { Services as OwnDataServices } from '#features/own-data/own-data-services.ts'
import { endOtherSessions } from '#features/people/own-sessions.ts'
import { lockAndCheckOpenPurchases } from '#features/purchases/purchase-own-data.ts'
import {
  blockNumber,
  clearLimits,
  findBlock,
  unblockNumber,
} from '#features/sign-in/number/number-blocks.ts'
import {
  type Action,
  type ActionContext,
  type ActionResult,
  action,
  change,
  figure,
} from '#platform/actions/action.ts'
import { textField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { unlessProblem } from '#platform/database/roll-back.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { findOneMember, findOneNumber, findOnePerson, type OneNumber } from './find-one-person.ts'
import { inspectPerson } from './inspect-person.ts'
import type { SearchServices } from './search-subjects.ts'

type Services = SearchServices & { readonly db: Database; readonly numbers: NumberKeys }

export const who = textField({
  title: 'Person',
  description: 'A phone number, a passport’s id, or a transaction id.',
})
export const personRules = {
  roles: ['support', 'admin'],
  needsReason: true,
  isSensitive: false,
  approval: 'never',
  subject: { of: 'person', field: 'who' },
} as const

/** The passport, or the hash of a number of no member. */
type About = { readonly about: string }
type Changed<Details> = { readonly figures: readonly Figure[]; readonly details: Details }

/** Runs a change of a number, and records it under the passport, or under the hash of a number of no member. */
async function changeNumber<Details extends object>(
  { services, record }: ActionContext<Services>,
  text: string,
  work: (tx: Transaction, number: OneNumber) => Promise<Changed<Details> | Problem>,
): Promise<ActionResult<About & Details> | Problem> {
  const number = await findOneNumber(services, text)
  if (isProblem(number)) return number
  return unlessProblem(services.db, async (tx) => {
    const result = await work(tx, number)
    if (isProblem(result)) return result
    const about = number.passportId ?? number.numberHash
    await record(tx, [about])
    return { figures: result.figures, details: { ...result.details, about } }
  })
}

const dayOf = (at: Date | null) => (at === null ? 'no' : `since ${at.toISOString()}`)

export const peopleBlock: Action<Services, About> = action({
  name: 'people block',
  title: 'Block',
  summary: 'Lets nobody sign in with a number, member or not. Ends its sessions, pauses its plans.',
  ...personRules,
  input: z.object({ who }),
  run: (context, { who }) =>
    changeNumber(context, who, async (tx, { numberHash, passportId }) => {
      const before = await findBlock(tx, numberHash)
      await blockNumber(tx, numberHash, passportId)
      return { figures: [change('Blocked', dayOf(before), 'yes')], details: {} }
    }),
})

export const peopleUnblock: Action<Services, About> = action({
  name: 'people unblock',
  title: 'Unblock',
  summary: 'Ends a block.',
  ...personRules,
  input: z.object({ who }),
  run: (context, { who }) =>
    changeNumber(context, who, async (tx, { numberHash, passportId }) => {
      const before = await findBlock(tx, numberHash)
      const isEnded = await unblockNumber(tx, numberHash, passportId)
      return isEnded
        ? { figures: [change('Blocked', dayOf(before), 'no')], details: {} }
        : problem('not_blocked', { text: 'The number is not blocked.' })
    }),
})

type ClearedLimits = About & { readonly blockedAt: Date | null }

export const limitsClear: Action<Services, ClearedLimits> = action({
  name: 'limits clear',
  title: 'Reset limits',
  summary: 'Resets the used limits of a number: codes, attempts, messages, exports. A block stays.',
  ...personRules,
  input: z.object({ who }),
  run: (context, { who }) =>
    changeNumber(context, who, async (tx, { numberHash, passportId }) => {
      const blockedAt = await clearLimits(tx, numberHash, passportId)
      return {
        figures: [figure('Limits', 'not used'), figure('Blocked', dayOf(blockedAt))],
        details: { blockedAt },
      }
    }),
})

export const sessionsEnd: Action<Services, About> = action({
  name: 'sessions end',
  title: 'Sign out',
  summary: 'Signs a person out everywhere.',
  ...personRules,
  input: z.object({ who }),
  run: async ({ services, record }, { who }) => {
    const person = await findOnePerson(services, who)
    if (isProblem(person)) return person
    const { passportId } = person
    const { sessions } = await inspectPerson(services.db, passportId, null)
    await services.db.transaction(async (tx) => {
      await endOtherSessions(tx, passportId, null)
      await record(tx, [passportId])
    })
    return {
      figures: [change('Open sessions', sessions.length, 0)],
      details: { about: passportId },
    }
  },
})

export const peopleErase: Action<OwnDataServices & SearchServices, About> = action({
  name: 'people erase',
  title: 'Delete',
  summary: 'Deletes a passport for good, as its owner can. Kilograms and money stay under an id.',
  ...personRules,
  isSensitive: true,
  approval: 'always',
  input: z.object({ who }),
  storedInput: withPassportId,
  preview: async ({ services, record }, { who }) => {
    const person = await findOneMember(services, who)
    if (isProblem(person)) return person
    const { passportId, phone } = person
    const numberHash = services.numbers.hashOf(phone)
    const { wallets } = await inspectPerson(services.db, passportId, numberHash)
    return services.db.transaction(async (tx) => {
      if (await lockAndCheckOpenPurchases(tx, passportId)) return purchaseOpen
      await record(tx, [passportId])
      return { figures: erasureFigures(wallets) }
    })
  },
  run: async ({ services, record }, { who }) => {
    const person = await findOneMember(services, who)
    if (isProblem(person)) return person
    const { passportId, phone } = person
    const numberHash = services.numbers.hashOf(phone)
    const { wallets } = await inspectPerson(services.db, passportId, numberHash)
    const refused = await eraseForOwner(services, { passportId, phone }, (tx) =>
      record(tx, [passportId]),
    )
    if (refused === null) {
      return { figures: erasureFigures(wallets), details: { about: passportId } }
    }
    return refused.problem === 'no_number' ? numberChanged : purchaseOpen
  },
})

const numberChanged = problem('no_number', {
  text: 'This passport was deleted, or got another number, meanwhile: look at it again.',
})
const purchaseOpen = problem('purchase_open', {
  text: 'A purchase is being completed right now: try again in a minute.',
})

/** Returns the input with the passport's id, so that no phone number is stored. */
export async function withPassportId<Input extends { readonly who: string }>(
  services: SearchServices,
  input: Input,
): Promise<Input> {
  const person = await findOnePerson(services, input.who)
  return isProblem(person) ? input : { ...input, who: person.passportId }
}

type Wallets = Awaited<ReturnType<typeof inspectPerson>>['wallets']

function erasureFigures(wallets: Wallets) {
  return [
    change('Passport', 'active', 'deleted for good'),
    ...wallets
      .filter(({ balance_minor }) => balance_minor > 0)
      .map(({ programme_id, currency, balance_minor }) =>
        change(`Wallet of ${programme_id}`, moneyText(balance_minor, currency), 'lapsed'),
      ),
  ]
}

const moneyText = (minor: number, currency: string) => `${minorText(minor)} ${currency}`

export const peopleActions = [peopleBlock, peopleUnblock, limitsClear, sessionsEnd]
export const erasureActions = [peopleErase]
