// Defines the commands that find and show users who ask for help. The audit trail records each read
// before the result is printed. A full phone number is printed only on request.

import { listMessagesOf } from '#features/messages/list-messages.ts'
import { type FoundPerson, inspectPerson, peopleMax } from '#features/operations/inspect-person.ts'
import type { Subjects } from '#features/operations/search-subjects.ts'
import { planOnWire } from '#features/plans/plan-on-wire.ts'
import { findPlansOf } from '#features/plans/plans-queries.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { expiryMonth, listSavedCards } from '#features/purchases/saved-cards/saved-cards.ts'
import { limitsOfNumber } from '#features/sign-in/number/limits-of-number.ts'
import { readsPart } from '#operator/access.ts'
import { authorOf } from '#operator/actor.ts'
import { findSubjects } from '#operator/audit/find-subjects.ts'
import { failed, messageFate, refusedFor } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { purchaseLine } from '#operator/named-purchases.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money/money.ts'
import { maySeePhones } from '#values/staff/roles.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { phonesOf, sellerPhoneOf } from '#values/text/phone-spellings.ts'
import type { Command, Outcome } from './command.ts'

const noPerson = failed('No person matches that.')
const usage = '"NUMBER|NAME|PASSPORT|TXID|ID OF THE CARD PROVIDER" [--show-phone]'

export const peopleFind: Command = underNumbersKey({
  name: 'people find',
  access: readsPart('people'),
  recordsRead: true,
  usage,
  example: '"Ada Lovelace" --by ada',
  summary:
    'finds whose a number, a name, a passport or a purchase is; a gift names who bought and received it',
  run: (context) =>
    readAudited(context, 'people find', async (_, subjects) => listFound(subjects, context)),
})

export const peopleShow: Command = underNumbersKey({
  name: 'people show',
  access: readsPart('people'),
  recordsRead: true,
  usage,
  example: '+447400123456 --by ada',
  summary:
    'shows a person: sessions, limits that hold now, purchases, wallets, saved cards, messages',
  run: (context) =>
    readAudited(context, 'people show', async (tx, subjects) => {
      const { people, purchases } = subjects
      // A phone number may have had two owners, and a purchase may have a buyer and a receiver.
      const [text = ''] = context.words
      const own = sellerPhoneOf(text, context.settings.sellerCountry)
      const isOwn = own !== null && people.some(({ phone }) => phone === own)
      const isOne = purchases.length > 0 || isOwn || phonesOf(text).length === 1
      if (people.length > 1 && !isOne) {
        const listed = listFound(subjects, context)
        const error = 'That names several people: say which.'
        return {
          ok: false,
          lines: [...listed.lines, error],
          json: { ...listed.json, ok: false, error },
        }
      }
      const reports = await Promise.all(people.map((person) => readPerson(tx, person, context)))
      return {
        ok: true,
        lines: reports.flatMap(reportLines),
        json: { ok: true, people: reports },
      }
    }),
})

/** Returns the outcome that lists people and purchases. */
export function listFound({ people, purchases }: Subjects, context: NumbersContext) {
  const listedPeople = people
    .slice(0, peopleMax)
    .map((person) => ({ ...toJson(person, context), roles: rolesOf(person, purchases) }))
  const gifts = purchases.map(({ tx_id, is_gift, recipient_phone }) => ({
    tx_id,
    is_gift,
    recipient: recipient_phone === null ? null : shownPhone(recipient_phone, context),
  }))
  const waiting = purchases.flatMap(({ receiver_id, ...purchase }, at) =>
    receiver_id === null && purchase.is_gift
      ? [
          `${purchase.tx_id} is a gift that waits for ${gifts[at]?.recipient ?? 'no number any more'}`,
        ]
      : [],
  )
  const more =
    people.length > peopleMax ? [`… and more: only the first ${peopleMax} are listed.`] : []
  const lines = [
    ...listedPeople.map((person) => personLine(person) + rolesText(person.roles)),
    ...waiting,
    ...more,
  ]
  return {
    ok: true,
    lines,
    json: { ok: true, people: listedPeople, purchases: gifts, has_more: more.length > 0 },
  }
}

type Role = { readonly tx_id: string; readonly role: 'bought' | 'received' }

function rolesOf({ id }: FoundPerson, purchases: Subjects['purchases']): Role[] {
  return purchases.flatMap(({ tx_id, buyer_id, receiver_id }): Role[] => [
    ...(buyer_id === id ? [{ tx_id, role: 'bought' as const }] : []),
    ...(receiver_id === id ? [{ tx_id, role: 'received' as const }] : []),
  ])
}

const rolesText = (roles: readonly Role[]) =>
  roles.map(({ tx_id, role }) => `, ${role} ${tx_id}`).join('')

/** Finds the command's subjects. Writes the audit row and calls `read` in one transaction. */
async function readAudited(
  context: NumbersContext,
  command: string,
  read: (tx: Transaction, subjects: Subjects) => Promise<Outcome>,
): Promise<Outcome> {
  const { actor, flags } = context
  if (flags.has('show-phone') && actor.kind === 'member' && !maySeePhones(actor.roles)) {
    return refusedFor(
      { problem: 'forbidden' },
      '--show-phone needs one of the roles support, money, admin.',
    )
  }
  const subjects = await findSubjects(context, context.words[0] ?? '')
  if ('lines' in subjects) return subjects
  if (subjects.people.length === 0) return noPerson
  return context.db.transaction(async (tx) => {
    const about = [
      ...subjects.people.slice(0, peopleMax).map(({ id }) => id),
      ...subjects.purchases.map(({ tx_id }) => tx_id),
    ]
    const commandText = flags.has('show-phone') ? `${command} --show-phone` : command
    await writeAuditEntry(tx, { ...authorOf(actor), command: commandText, about, reason: null })
    return read(tx, subjects)
  })
}

function shownPhone(phone: string, { flags }: NumbersContext): string {
  return flags.has('show-phone') ? phone : maskPhone(phone)
}

function toJson({ phone, created_at, parked_at, ...person }: FoundPerson, context: NumbersContext) {
  const printedPhone = phone === null ? null : shownPhone(phone, context)
  return { ...person, phone: printedPhone, since: created_at.toISOString(), parked_at }
}

export async function readPerson(tx: Transaction, person: FoundPerson, context: NumbersContext) {
  const { id, phone } = person
  const numberHash = phone === null ? null : context.numbers.hashOf(phone)
  const { stoppedAt, wallets, ...rest } = await inspectPerson(tx, id, numberHash)
  return {
    ...toJson(person, context),
    ...rest,
    messages: await listMessagesOf(tx, id, phone),
    limits: {
      ...(numberHash === null ? {} : await limitsOfNumber(tx, numberHash)),
      messages_stopped_at: stoppedAt,
    },
    wallets: wallets.map(({ balance_minor, held_minor, ...wallet }) => ({
      ...wallet,
      balance: minorToUnits(balance_minor),
      held: minorToUnits(held_minor),
    })),
    plans: (await findPlansOf(tx, id)).map(planOnWire),
    purchases: await listPurchases(tx, { state: null, since: null, personId: id }),
    cards: await listSavedCards(tx, id),
  }
}

function personLine(person: ReturnType<typeof toJson>): string {
  const { id, phone, first_name, last_name, nickname, country, currency, language, since } = person
  const parked = person.parked_at === null ? '' : `, parked ${person.parked_at.toISOString()}`
  const names = [first_name, last_name, nickname].filter((name) => name !== null).join(' ')
  const who = names === '' ? 'no name' : names
  return `${id}  ${phone ?? 'no number'}  ${who}  ${country} ${currency} ${language}  since ${since}${parked}`
}

/** Returns the lines of a person's report. */
export function reportLines(person: Awaited<ReturnType<typeof readPerson>>): string[] {
  const {
    code_wait_seconds = 0,
    try_wait_seconds = 0,
    blocked_at,
    messages_stopped_at,
  } = person.limits
  const limits = [
    ...(blocked_at ? [`limit  blocked since ${blocked_at.toISOString()}`] : []),
    ...(code_wait_seconds > 0 ? [`limit  no code for ${code_wait_seconds} s`] : []),
    ...(try_wait_seconds > 0 ? [`limit  no try of a code for ${try_wait_seconds} s`] : []),
    ...(messages_stopped_at === null
      ? []
      : [`limit  answered STOP at ${messages_stopped_at.toISOString()}`]),
  ]
  return [
    personLine(person),
    ...(limits.length === 0 ? ['limit  none holds now'] : limits),
    ...person.sessions.map(
      ({ created_at, last_seen_at, ends_at }) =>
        `session  since ${created_at.toISOString()}, last seen ${last_seen_at.toISOString()}, ` +
        `until ${ends_at.toISOString()}`,
    ),
    ...person.purchases.map((purchase) => `purchase  ${purchaseLine(purchase)}`),
    ...person.plans.map(
      ({ id, state, pause_reason, amount, currency, day, next_run }) =>
        `plan  ${id}  ${state}${pause_reason === null ? '' : ` (${pause_reason})`}, ` +
        `${amount.toFixed(2)} ${currency} on day ${day}, next ${next_run ?? 'none'}`,
    ),
    ...person.wallets.map(
      ({ programme_id, currency, balance, held }) =>
        `wallet  ${programme_id}  ${balance.toFixed(2)} ${currency}, held ${held.toFixed(2)}`,
    ),
    ...person.cards.map((card) => `card  ${card.brand}  ${card.last4}, until ${expiryMonth(card)}`),
    ...person.messages.map(
      (message) =>
        `message  ${message.created_at.toISOString()}  ${message.template}  ${messageFate(message)}`,
    ),
  ]
}
