// Reads one person for the console: what support needs to help.
import type { WholePerson } from '#features/console/people/console-people-calls.ts'
import { listPurchasesOfPerson } from '#features/console/purchases/list-console-purchases.ts'
import { listMessagesOf } from '#features/messages/list-messages.ts'
import { inspectPerson } from '#features/operations/inspect-person.ts'
import type { SearchServices } from '#features/operations/search-subjects.ts'
import { expiryMonth, listSavedCards } from '#features/purchases/saved-cards/saved-cards.ts'
import { limitsOfNumber } from '#features/sign-in/number/limits-of-number.ts'
import { statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'
import { isUuid } from '#values/text/uuid.ts'
import { limitSentences } from './number-limits.ts'
import { blockedAmong, findPeopleById, personOnWire } from './person-rows.ts'

const countPasskeys = statement(
  'console-passkeys-of-passport',
  { count: 'int8' },
  'select count(*) as count from passkeys where passport_id = $1',
).row<[passportId: string]>()

const findPlans = statement(
  'console-plans-of-passport',
  {
    id: 'text',
    state: 'text',
    amount_minor: 'int8',
    currency: 'bpchar',
    next_on: 'date?',
    kilograms: 'int8',
  },
  `select p.id, p.state, p.amount_minor, p.currency,
     case when p.state in ('active', 'paused') then (p.next_run_at at time zone 'UTC')::date end
       as next_on,
     (select coalesce(sum(u.quantity_kg), 0)::int8 from plan_runs r join purchases u on u.id = r.purchase_id
      where r.plan_id = p.id and r.state = 'bought') as kilograms
   from plans p where p.passport_id = $1 and p.state <> 'unconfirmed' order by p.created_at, p.id`,
).rows<[passportId: string]>()

/** Returns the person, or null. With `showsPhone` the phone number is whole. */
export async function readConsolePerson(
  { db, numbers }: SearchServices,
  id: string,
  { showsPhone }: { readonly showsPhone: boolean },
): Promise<WholePerson | null> {
  const [person] = isUuid(id) ? await findPeopleById(db, [id]) : []
  if (person === undefined) return null
  const { phone } = person
  const numberHash = phone === null ? null : numbers.hashOf(phone)
  const [blocked, inspected, messages, limits, passkeys, plans, cards, purchases] =
    await Promise.all([
      blockedAmong(db, numbers, [person]),
      inspectPerson(db, person.id, numberHash),
      listMessagesOf(db, person.id, phone),
      numberHash === null ? null : limitsOfNumber(db, numberHash),
      countPasskeys(db, person.id),
      findPlans(db, person.id),
      listSavedCards(db, person.id),
      listPurchasesOfPerson(db, person.id),
    ])
  const row = personOnWire(person, blocked)
  return {
    ...row,
    phone: showsPhone ? phone : row.phone,
    first_name: person.first_name,
    last_name: person.last_name,
    parked_at: person.parked_at?.toISOString() ?? null,
    messages_stopped_at: inspected.stoppedAt?.toISOString() ?? null,
    blocked_at: limits?.blocked_at?.toISOString() ?? null,
    limits: limitSentences(limits, inspected.stoppedAt),
    passkeys: passkeys?.count ?? 0,
    sessions: inspected.sessions.map(({ created_at, last_seen_at, ends_at }) => ({
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
    wallets: inspected.wallets.map(({ programme_id, currency, balance_minor, held_minor }) => ({
      programme_id,
      currency,
      balance: minorToUnits(balance_minor),
      held: minorToUnits(held_minor),
    })),
    plans: plans.map(({ amount_minor, ...plan }) => ({
      ...plan,
      amount: minorToUnits(amount_minor),
    })),
    cards: cards.map((card) => ({
      brand: card.brand,
      last4: card.last4,
      expires: expiryMonth(card),
    })),
    purchases,
    messages: messages.map(({ created_at, sent_at, ...message }) => ({
      ...message,
      created_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
    })),
  }
}
