// Declares the SQL of requested codes. The limits (code-limits.ts) are conditions of the statement that
// queues a code, so that they hold under concurrency and over restarts.
import { messageLeaseSeconds } from '#features/messages/outbox.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { codeTemplates } from '#values/lists/code-purposes.ts'
import { codeLifeSeconds, codeTriesMax } from '#values/text/one-time-code.ts'
import { resendResetMinutes, resendWaits, sendLimits } from './code-limits.ts'
import type { CodeUse } from './make-code.ts'
import { sqlBlockedUntil, sqlIsLive } from './try-queries.ts'

const waitAfterStep = (step: string) =>
  `make_interval(secs => (array[${resendWaits}])[least(${step}, ${resendWaits.length})])`
const sentWithin = (minutes: number) =>
  `(select count(*) from unnest(a.sent_at) as sent (at)
    where sent.at > now() - make_interval(mins => ${minutes}))`
const nextStep = `case when ${sentWithin(resendResetMinutes)} = 0 then 1 else a.resend_step + 1 end`

/** A code to send to a phone number. */
export type RequestedCode = {
  readonly use: CodeUse
  /** The phone hash. */
  readonly number: string
}
const requestedCode = unnestRows<RequestedCode>({
  number_hash: ['text', ({ number }) => number],
  template: ['text', ({ use }) => codeTemplates[use.purpose]],
  passport_id: ['text', ({ use }) => use.passportId],
  phone: ['text', ({ use }) => use.phone],
})
const challengeColumns = {
  number_hash: 'text',
  challenge: 'uuid',
  resend_in_seconds: 'int4',
  message_id: 'int8',
  subject: 'text',
  passport_id: 'text?',
  language: 'text?',
} as const
/** SQL that queues an SMS for each row of `attempt`, and returns its challenge. */
const queueAttempts = `due as (
     select given.*, a.challenge, a.resend_at from attempt a
     join ${requestedCode.rows} on given.number_hash = a.number_hash
   ), queued as (
     insert into outbox (template, subject, recipient, drop_after, attempts, due_at, counted_at)
     select template, concat_ws('/', challenge, (extract(epoch from now()) * 1000)::bigint, passport_id),
       phone, now() + make_interval(secs => ${codeLifeSeconds}), 1,
       now() + make_interval(secs => ${messageLeaseSeconds}), now()
     from due returning id, subject, recipient
   )
   select d.number_hash, d.challenge,
     ceil(extract(epoch from d.resend_at - now()))::int4 as resend_in_seconds,
     q.id as message_id, q.subject, d.passport_id, m.language
   from due d join queued q on q.recipient = d.phone left join passports m on m.phone = d.phone`

/**
 * Creates challenges for phone numbers that are below their limits, and queues an SMS for each. A challenge
 * that is still valid stays, with its code and its attempts.
 */
const requestChallenges = statement(
  'request-challenges',
  challengeColumns,
  `with attempt as (
     insert into sign_in_attempts as a (number_hash, challenge_expires_at, sent_at, resend_step, resend_at)
     select number_hash, now() + make_interval(secs => ${codeLifeSeconds}), array[now()], 1,
       now() + ${waitAfterStep('1')}
     from ${requestedCode.rows} order by number_hash
     on conflict (number_hash) do update set
       challenge = case when ${sqlIsLive} then a.challenge else gen_random_uuid() end,
       tries = case when ${sqlIsLive} then a.tries else 0 end,
       challenge_expires_at = now() + make_interval(secs => ${codeLifeSeconds}),
       sent_at = array(select sent.at from unnest(a.sent_at) as sent (at)
         where sent.at > now() - interval '1 day' order by 1) || now(),
       resend_step = least(${nextStep}, ${resendWaits.length}),
       resend_at = now() + ${waitAfterStep(nextStep)}
     where (a.blocked_until is null or a.blocked_until <= now()) and a.resend_at <= now()
       and a.blocked_at is null
       and ${sendLimits.map(({ count, minutes }) => `${sentWithin(minutes)} < ${count}`).join(' and ')}
     returning a.number_hash, a.challenge, a.resend_at
   ), ${queueAttempts}`,
)

/**
 * Creates a challenge for a known browser. Other browsers get no attempts at it, so they cannot use it up.
 */
const requestDeviceChallenge = statement(
  'request-device-challenge',
  challengeColumns,
  `with attempt as (
     update sign_in_attempts as a set
       challenge = case when a.challenge_expires_at > now() then a.challenge
         else gen_random_uuid() end,
       tries = case when ${sqlIsLive} then a.tries else ${codeTriesMax} end,
       challenge_expires_at = now() + make_interval(secs => ${codeLifeSeconds})
     from ${requestedCode.rows} where a.number_hash = given.number_hash and a.blocked_at is null
     returning a.number_hash, a.challenge,
       now() + ${waitAfterStep(String(resendWaits.length))} as resend_at
   ), ${queueAttempts}`,
)

/** Selects the seconds until no wait, block or limit of sends prevents another code. */
const findWait = statement(
  'wait-for-challenge',
  { wait_seconds: 'int4' },
  `select greatest(1, ceil(extract(epoch from greatest(a.resend_at, a.blocked_until, ${sqlBlockedUntil},
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

export type Challenge = RowOf<typeof requestChallenges>

/**
 * Queues codes that the caller itself sends and counts. Workers skip them meanwhile. Returns the challenges
 * by phone hash. A code is missing if its phone number has reached a limit.
 */
export async function writeChallengesBatch(
  db: Db,
  codes: readonly RequestedCode[],
): Promise<ReadonlyMap<string, Challenge>> {
  if (codes.length === 0) return new Map()
  const rows = await db.run(requestChallenges, requestedCode.values(codes))
  return new Map(rows.map((row) => [row.number_hash, row]))
}

/** Queues a code for a known browser, without the phone number's limits. The caller counts it. */
export async function writeDeviceChallenge(db: Db, code: RequestedCode): Promise<Challenge | null> {
  const [row] = await db.run(requestDeviceChallenge, requestedCode.values([code]))
  return row ?? null
}

/** Returns the seconds until a code may be requested for the phone number again, at least 1. */
export async function findChallengeWait(db: Db, numberHash: string): Promise<number> {
  const [row] = await db.run(findWait, [numberHash])
  return row?.wait_seconds ?? 1
}

const findChallenge = statement(
  'challenge-of-message',
  { challenge: 'uuid', passport_id: 'text?', language: 'text?' },
  `select a.challenge, nullif(split_part($2, '/', 3), '') as passport_id, m.language
   from sign_in_attempts a left join passports m on m.phone = $3
   where a.number_hash = $1 and a.challenge = split_part($2, '/', 1)::uuid
     and a.challenge_expires_at > now()`,
)

/**
 * Returns the challenge of a queued SMS, with the language of the passport. Returns null if the code has
 * expired or was replaced.
 */
export async function findMessageChallenge(
  db: Db,
  number: { readonly phone: string; readonly hash: string },
  subject: string,
) {
  const [row] = await db.run(findChallenge, [number.hash, subject, number.phone])
  return row ?? null
}
