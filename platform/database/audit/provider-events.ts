// Records which events of a provider are handled and when its list of events was last polled. Ids are
// kept for 30 days. An event that is repeated later is handled again, which changes nothing.
import { sqlPeriod } from '#platform/database/period.ts'
import type { Db } from '../database.ts'
import { statement } from '../statement.ts'
import { tidying } from '../tidy.ts'

export type EventProvider = 'cards' | 'sms'

const findHandled = statement(
  'find-heard-events',
  { id: 'text' },
  'select id from provider_events where provider = $1 and id = any($2::text[])',
)

/** Marks an event as handled. Call it after all effects of the event are written. */
export const writeHandledEvent = statement(
  'insert-heard-event',
  {},
  'insert into provider_events (provider, id) values ($1, $2) on conflict do nothing',
).effect<[provider: EventProvider, id: string]>()

/** Claims a due poll, so that only one process polls. If the poll fails, it is due again after a minute. */
const claimPoll = statement(
  'claim-provider-poll',
  { since: 'timestamptz', asked_at: 'timestamptz' },
  `insert into provider_polls (provider, polled_to, next_at)
   values ($1, now() - make_interval(secs => $2), now() + interval '1 minute')
   on conflict (provider) do update set next_at = excluded.next_at
     where provider_polls.next_at <= now()
   returning polled_to - make_interval(secs => $3) as since, now() as asked_at`,
)
const endPoll = statement(
  'end-provider-poll',
  {},
  `update provider_polls set polled_to = $2, next_at = now() + make_interval(secs => $3)
   where provider = $1`,
)

/** Interval of polls, in seconds. Polls find events that a webhook missed (docs/product.md#webhooks). */
const pollSeconds = 15 * 60
/** Overlap of two polls, in seconds, because a provider's list lags and clocks differ. */
const overlapSeconds = 60 * 60
/** Period of the first poll, in seconds: the whole period of Stripe's list. */
const firstLookBackSeconds = 30 * 24 * 60 * 60

/** How long the ids of handled events are kept. */
export const eventsKept = { count: 30, unit: 'days' } as const
export const eventTidying = tidying(
  'provider_events',
  `heard_at < now() - ${sqlPeriod(eventsKept)}`,
)

/** Returns those of the ids whose events were handled before. */
export async function findHandledEvents(
  db: Db,
  provider: EventProvider,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.run(findHandled, [provider, ids])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Polls a provider for events since the last poll, if a poll is due, and returns their number. If
 * `handleSince` throws, the next poll follows after a minute.
 */
export async function pollProvider(
  db: Db,
  provider: EventProvider,
  handleSince: (since: Date) => Promise<number>,
): Promise<number> {
  const [due] = await db.run(claimPoll, [provider, firstLookBackSeconds, overlapSeconds])
  if (due === undefined) return 0
  const count = await handleSince(due.since)
  await db.run(endPoll, [provider, due.asked_at, pollSeconds])
  return count
}

/**
 * Handles the events of a poll. Throws after all of them if one failed, so that it delays no other. The next poll
 * handles it again. Returns the number of events.
 */
export async function handleEach<Event>(
  events: readonly Event[],
  handle: (event: Event) => Promise<void>,
): Promise<number> {
  const failures: unknown[] = []
  for (const event of events) {
    await handle(event).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'events that cannot be settled yet')
  return events.length
}
