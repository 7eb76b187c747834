// SQL of codes and their tries. Limits are conditions of the statement that takes the step, so that
// they hold under any concurrency and over restarts.
import { messageLeaseSeconds } from '#features/notifications/outbox.ts'
import type { CodeUse } from '#features/sign-in/one-time-code.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { codeTemplates } from '#values/code-purposes.ts'
import { codeLifeSeconds, codeTriesMax } from '#values/one-time-code.ts'

/** Seconds to wait before asking for another code, by how many were sent in a row. */
const resendWaits = [30, 60, 120, 300]
/** Sends of one phone: at most `count` within `minutes`. */
const sendLimits = [
  { count: 3, minutes: 10 },
  { count: 5, minutes: 60 },
  { count: 10, minutes: 1_440 },
]
/** Failures in a row after which a phone waits, and how long, in minutes. */
const failureWaits = [
  { failures: 50, minutes: 1_440 },
  { failures: 20, minutes: 60 },
  { failures: 10, minutes: 15 },
]

/** Contract 12: a blocked number gets the answers of a throttled one, over and over for a day. */
const blockDaySeconds = 86_400
const blockedUntil = `case when a.blocked_at is not null then now() + make_interval(secs =>
  (${blockDaySeconds} - mod(extract(epoch from now() - a.blocked_at), ${blockDaySeconds}))::float8) end`
const isLive = `a.challenge_expires_at > now() and a.tries < ${codeTriesMax}`
const waitOf = (step: string) =>
  `make_interval(secs => (array[${resendWaits}])[least(${step}, ${resendWaits.length})])`
const sentWithin = (minutes: number) =>
  `(select count(*) from unnest(a.sent_at) as sent (at)
    where sent.at > now() - make_interval(mins => ${minutes}))`
/** The ladder starts over for a phone that asked for nothing in the last hour. */
const nextStep = `case when ${sentWithin(60)} = 0 then 1 else a.resend_step + 1 end`

const challengeColumns = {
  challenge: 'uuid',
  resend_in_seconds: 'int4',
  message_id: 'int8',
  subject: 'text',
} as const
/** Queues the code of `attempt`, and answers it. */
const queueAttempt = `queued as (
     insert into outbox (template, subject, recipient, drop_after, attempts, due_at, counted_at)
     select $2, concat_ws('/', challenge, (extract(epoch from now()) * 1000)::bigint, $3::text), $4,
       now() + make_interval(secs => ${codeLifeSeconds}), 1,
       now() + make_interval(secs => ${messageLeaseSeconds}), now()
     from attempt returning id, subject
   )
   select a.challenge, ceil(extract(epoch from a.resend_at - now()))::int4 as resend_in_seconds,
     q.id as message_id, q.subject
   from attempt a cross join queued q`

const requestChallenge = statement(
  'request-challenge',
  challengeColumns,
  `with attempt as (
     insert into sign_in_attempts as a (number_hash, challenge_expires_at, sent_at, resend_step, resend_at)
     values ($1, now() + make_interval(secs => ${codeLifeSeconds}), array[now()], 1,
       now() + ${waitOf('1')})
     on conflict (number_hash) do update set
       challenge = case when ${isLive} then a.challenge else gen_random_uuid() end,
       tries = case when ${isLive} then a.tries else 0 end,
       challenge_expires_at = now() + make_interval(secs => ${codeLifeSeconds}),
       sent_at = array(select sent.at from unnest(a.sent_at) as sent (at)
         where sent.at > now() - interval '1 day' order by 1) || now(),
       resend_step = least(${nextStep}, ${resendWaits.length}),
       resend_at = now() + ${waitOf(nextStep)}
     where (a.blocked_until is null or a.blocked_until <= now()) and a.resend_at <= now()
       and a.blocked_at is null
       and ${sendLimits.map(({ count, minutes }) => `${sentWithin(minutes)} < ${count}`).join(' and ')}
     returning a.challenge, a.resend_at
   ), ${queueAttempt}`,
)

/** A challenge that is made for a browser alone has no tries that others could use up. */
const requestDeviceChallenge = statement(
  'request-device-challenge',
  challengeColumns,
  `with attempt as (
     update sign_in_attempts as a set
       challenge = case when a.challenge_expires_at > now() then a.challenge
         else gen_random_uuid() end,
       tries = case when ${isLive} then a.tries else ${codeTriesMax} end,
       challenge_expires_at = now() + make_interval(secs => ${codeLifeSeconds})
     where a.number_hash = $1 and a.blocked_at is null
     returning a.challenge, now() + ${waitOf(String(resendWaits.length))} as resend_at
   ), ${queueAttempt}`,
)

const waitForChallenge = statement(
  'wait-for-challenge',
  { wait_seconds: 'int4' },
  `select greatest(1, ceil(extract(epoch from greatest(a.resend_at, a.blocked_until, ${blockedUntil},
     ${sendLimits
       .map(
         ({ count, minutes }) =>
           `case when ${sentWithin(minutes)} >= ${count} then
              (select min(sent.at) from unnest(a.sent_at) as sent (at)
               where sent.at > now() - make_interval(mins => ${minutes}))
              + make_interval(mins => ${minutes}) end`,
       )
       .join(', ')}) - now())))::int4 as wait_seconds
   from sign_in_attempts a where a.number_hash = $1`,
)

const takeTry = statement(
  'take-try',
  { challenge: 'uuid' },
  `update sign_in_attempts as a set tries = tries + 1
   where a.number_hash = $1 and ${isLive} and (a.blocked_until is null or a.blocked_until <= now())
     and a.blocked_at is null
   returning a.challenge`,
)

const challengeOfPhone = statement(
  'challenge-of-phone',
  { challenge: 'uuid' },
  `select challenge from sign_in_attempts
   where number_hash = $1 and challenge_expires_at > now() and blocked_at is null`,
)

const waitForTry = statement(
  'wait-for-try',
  { wait_seconds: 'int4' },
  `select ceil(extract(epoch from greatest(
       case when a.tries >= ${codeTriesMax} then a.resend_at end, a.blocked_until, ${blockedUntil})
       - now()))::int4
     as wait_seconds
   from sign_in_attempts a where a.number_hash = $1
     and (a.blocked_until > now() or a.blocked_at is not null
       or (a.tries >= ${codeTriesMax} and a.challenge_expires_at > now()))`,
)

const countFailure = statement(
  'count-failure',
  {},
  `update sign_in_attempts as a set failures_in_a_row = a.failures_in_a_row + 1,
     blocked_until = case
       ${failureWaits
         .map(({ failures, minutes }, index) => {
           const reached =
             index === 0
               ? `a.failures_in_a_row + 1 >= ${failures}`
               : `a.failures_in_a_row + 1 = ${failures}`
           return `when ${reached} then now() + make_interval(mins => ${minutes})`
         })
         .join('\n       ')}
       else a.blocked_until end
   where a.number_hash = $1`,
)

/**
 * Replaces a used challenge by a secret one. Setting its expiry alone would not end it: a
 * transaction that began a moment earlier and waited here for the row still reads it as valid.
 */
const consumeChallenge = statement(
  'consume-challenge',
  { number_hash: 'text' },
  `update sign_in_attempts set challenge = gen_random_uuid(), challenge_expires_at = now(),
     failures_in_a_row = 0, blocked_until = null, resend_at = now(), resend_step = 0
   where number_hash = $1 and challenge = $2 and challenge_expires_at > now()
     and blocked_at is null
   returning number_hash`,
)

export type Challenge = RowOf<typeof requestChallenge>

/**
 * Queues a code for a phone, taken and counted already by the caller, who sends it; or answers null
 * where one of the phone's limits says no.
 */
export async function writeChallenge(
  db: Db,
  numberHash: string,
  { phone, purpose, passportId }: CodeUse,
): Promise<Challenge | null> {
  const [row] = await db.run(requestChallenge, [
    numberHash,
    codeTemplates[purpose],
    passportId,
    phone,
  ])
  return row ?? null
}

/** The same past the phone's limits, for a browser that signed in before; the caller counted it. */
export async function writeDeviceChallenge(
  db: Db,
  numberHash: string,
  { phone, purpose, passportId }: CodeUse,
): Promise<Challenge | null> {
  const [row] = await db.run(requestDeviceChallenge, [
    numberHash,
    codeTemplates[purpose],
    passportId,
    phone,
  ])
  return row ?? null
}

/** Seconds until the phone may ask again. */
export async function findChallengeWait(db: Db, numberHash: string): Promise<number> {
  const [row] = await db.run(waitForChallenge, [numberHash])
  return row?.wait_seconds ?? 1
}

/** Takes one of a code's tries, or answers null where there is none to take. */
export async function writeTry(db: Db, numberHash: string): Promise<string | null> {
  const [row] = await db.run(takeTry, [numberHash])
  return row?.challenge ?? null
}

/** A phone's challenge that has not expired, whatever its tries. */
export async function findChallenge(db: Db, numberHash: string): Promise<string | null> {
  const [row] = await db.run(challengeOfPhone, [numberHash])
  return row?.challenge ?? null
}

/** Seconds to wait where too many tries are why; null where there is simply no such code. */
export async function findTryWait(db: Db, numberHash: string): Promise<number | null> {
  const [row] = await db.run(waitForTry, [numberHash])
  return row === undefined ? null : Math.max(1, row.wait_seconds)
}

export async function writeFailure(db: Db, numberHash: string): Promise<void> {
  await db.run(countFailure, [numberHash])
}

/** Uses a challenge up; false where another call did before. */
export async function writeConsumed(
  tx: Db,
  numberHash: string,
  challenge: string,
): Promise<boolean> {
  const rows = await tx.run(consumeChallenge, [numberHash, challenge])
  return rows.length === 1
}
