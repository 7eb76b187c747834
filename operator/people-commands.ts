// Commands about people who ask for help. Each look at somebody stands in the audit trail before it
// is shown; a number is shown whole to nobody who does not ask for it.

import { listMessagesOf } from '#features/notifications/list-messages.ts'
import { writeAuditEntry } from '#features/operations/audit-trail.ts'
import { type findPeople, inspectPerson } from '#features/operations/inspect-person.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { limitsOfNumber } from '#features/sign-in/limits-of-number.ts'
import type { Command, Outcome } from '#operator/command.ts'
import { findNamed, nobody } from '#operator/one-person.ts'
import { messageFate } from '#operator/outcomes.ts'
import { readLooker } from '#operator/signature.ts'
import { type NumbersContext, underNumbersKey } from '#operator/under-numbers-key.ts'
import type { Transaction } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money.ts'
import { maskPhone } from '#values/phone-number.ts'

export const peopleFind: Command = underNumbersKey({
  name: 'people find',
  takes: 'PHONE|PASSPORT|TXID [--show-phone] [--by NAME]',
  does: 'finds whose a number, a passport or a purchase is',
  wordCount: 1,
  options: ['by'],
  flags: ['show-phone'],
  run: (context) =>
    look(context, 'people find', async (_, found) => {
      const people = found.map((person) => onWire(person, context))
      const json = { ok: people.length > 0, people }
      return { ok: people.length > 0, lines: people.map(whoLine), json }
    }),
})

export const peopleShow: Command = underNumbersKey({
  name: 'people show',
  takes: 'PHONE|PASSPORT|TXID [--show-phone] [--by NAME]',
  does: 'shows a person: sessions, limits that hold now, purchases, wallets, messages',
  wordCount: 1,
  options: ['by'],
  flags: ['show-phone'],
  run: (context) =>
    look(context, 'people show', async (tx, found) => {
      const shown = await Promise.all(found.map((person) => show(tx, person, context)))
      return {
        ok: true,
        lines: shown.flatMap(linesOf),
        json: { ok: true, people: shown },
      }
    }),
})

type Found = Awaited<ReturnType<typeof findPeople>>[number]

async function look(
  context: NumbersContext,
  command: string,
  read: (tx: Transaction, found: readonly Found[]) => Promise<Outcome>,
): Promise<Outcome> {
  const looker = readLooker(context)
  if ('lines' in looker) return looker
  return context.db.transaction(async (tx) => {
    const { numbers } = context
    const found = await findNamed({ db: tx, numbers }, context.words[0] ?? '')
    const about = found.map(({ id }) => id)
    const shown = context.flags.has('show-phone') ? `${command} --show-phone` : command
    await writeAuditEntry(tx, { by: looker.by, command: shown, about, reason: null })
    return found.length === 0 ? nobody : read(tx, found)
  })
}

function onWire({ phone, created_at, parked_at, ...person }: Found, { flags }: NumbersContext) {
  const shown = phone === null || flags.has('show-phone') ? phone : maskPhone(phone)
  return { ...person, phone: shown, since: created_at.toISOString(), parked_at }
}

async function show(tx: Transaction, person: Found, context: NumbersContext) {
  const { id, phone } = person
  const numberHash = phone === null ? null : context.numbers.hashOf(phone)
  const { stoppedAt, wallets, ...rest } = await inspectPerson(tx, id, numberHash)
  return {
    ...onWire(person, context),
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
    purchases: await listPurchases(tx, { state: null, since: null, personId: id }),
  }
}

function whoLine(person: ReturnType<typeof onWire>): string {
  const { id, phone, first_name, last_name, nickname, country, currency, language, since } = person
  const parked = person.parked_at === null ? '' : `, parked ${person.parked_at.toISOString()}`
  const names = [first_name, last_name, nickname].filter((name) => name !== null).join(' ')
  const who = names === '' ? 'no name' : names
  return `${id}  ${phone ?? 'no number'}  ${who}  ${country} ${currency} ${language}  since ${since}${parked}`
}

function linesOf(person: Awaited<ReturnType<typeof show>>): string[] {
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
    whoLine(person),
    ...(limits.length === 0 ? ['limit  none holds now'] : limits),
    ...person.sessions.map(
      ({ created_at, last_seen_at, ends_at }) =>
        `session  since ${created_at.toISOString()}, last seen ${last_seen_at.toISOString()}, ` +
        `until ${ends_at.toISOString()}`,
    ),
    ...person.purchases.map(
      ({ created_at, tx_id, status, quantity_kg, total, currency }) =>
        `purchase  ${created_at}  ${tx_id}  ${status}  ${quantity_kg} kg  ` +
        `${total.toFixed(2)} ${currency}`,
    ),
    ...person.wallets.map(
      ({ programme_id, currency, balance, held }) =>
        `wallet  ${programme_id}  ${balance.toFixed(2)} ${currency}, held ${held.toFixed(2)}`,
    ),
    ...person.messages.map(
      (message) =>
        `message  ${message.created_at.toISOString()}  ${message.template}  ${messageFate(message)}`,
    ),
  ]
}
