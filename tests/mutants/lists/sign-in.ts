// Faults of sign-in: codes, tries, waits, sessions.
import type { FaultyFile } from '../fault.ts'

export const signIn: readonly FaultyFile[] = [
  {
    file: 'features/sign-in/codes/challenge-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts', 'features/sign-in/failures.test.ts'],
    faults: [
      {
        fault: 'the wait told is that of the newest send',
        find: '(select min(sent.at) from',
        replace: '(select max(sent.at) from',
      },
      {
        fault: 'the wait for a second code is half as long',
        find: 'const resendWaits = [30, 60, 120, 300]',
        replace: 'const resendWaits = [15, 60, 120, 300]',
      },
      {
        fault: 'the second wait is as short as the first',
        find: 'const resendWaits = [30, 60, 120, 300]',
        replace: 'const resendWaits = [30, 30, 120, 300]',
      },
      {
        fault: 'the last waits do not grow',
        find: 'const resendWaits = [30, 60, 120, 300]',
        replace: 'const resendWaits = [30, 60, 120, 120]',
      },
      {
        fault: 'a fourth code within ten minutes',
        find: '{ count: 3, minutes: 10 }',
        replace: '{ count: 4, minutes: 10 }',
      },
      {
        fault: 'a sixth code within the hour',
        find: '{ count: 5, minutes: 60 }',
        replace: '{ count: 6, minutes: 60 }',
      },
      {
        fault: 'an eleventh code within the day',
        find: '{ count: 10, minutes: 1_440 }',
        replace: '{ count: 11, minutes: 1_440 }',
      },
      {
        fault: 'the third wait is as long as the last',
        find: 'resend_step = least(${nextStep}',
        replace: 'resend_step = greatest(${nextStep}',
      },
      {
        fault: 'a code whose tries are used up is sent again',
        find: 'challenge = case when ${sqlIsLive} then a.challenge else gen_random_uuid() end',
        replace: 'challenge = a.challenge',
      },
      {
        fault: 'a resend gives the tries back',
        find: 'tries = case when ${sqlIsLive} then a.tries else 0 end',
        replace: 'tries = 0',
      },
      {
        fault: 'a resend makes another code',
        find: 'challenge = case when ${sqlIsLive} then a.challenge else gen_random_uuid() end',
        replace: 'challenge = gen_random_uuid()',
      },
      {
        fault: 'a blocked phone is sent codes',
        find: 'where (a.blocked_until is null or a.blocked_until <= now()) and a.resend_at <= now()',
        replace: 'where a.resend_at <= now()',
      },
      {
        fault: 'nobody waits before the next code',
        find: ' and a.resend_at <= now()\n',
        replace: '\n',
      },
      {
        fault: 'the ladder of waits never starts over',
        find: 'case when ${sentWithin(60)} = 0 then 1 else a.resend_step + 1 end',
        replace: 'a.resend_step + 1',
      },
    ],
  },
  {
    file: 'features/people/passport-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts', 'features/sign-in/failures.test.ts'],
    faults: [
      {
        fault: 'a nickname goes with any other change',
        find: 'nickname = case when $2 then $3 else nickname end',
        replace: 'nickname = $3',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/request-code.ts',
    tests: ['features/sign-in/one-moment.test.ts'],
    faults: [
      {
        fault: 'a send that its number refuses takes the place of one at the same moment',
        find: 'caller.isExempt ? null : sharedLimitsKey',
        replace: 'null',
      },
      {
        fault: 'a send that its number refuses counts against its address',
        find: 'held.count((index) => !isProblem(taken[index] ?? {}))',
        replace: 'held.count()',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/request-code.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'a blocked number uses up the sends of a known browser',
        find: 'if (challenge !== null) await countLimits',
        replace: 'await countLimits',
      },
    ],
  },
  {
    file: 'features/people/find-session.ts',
    tests: ['features/sign-in/sign-in.test.ts', 'features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'an idle session never ends',
        find: 's.ends_at > now() and s.last_seen_at > now() - make_interval(days => ${sessionIdleDays})',
        replace: 's.ends_at > now()',
      },
      {
        fault: 'a session in use never ends',
        find: 's.ends_at > now() and s.last_seen_at',
        replace: 's.last_seen_at',
      },
      {
        fault: 'the last use is not written down',
        find: 'if (viewer !== null && seenLongAgo) await',
        replace: 'if (viewer === null && seenLongAgo) await',
      },
      {
        fault: 'another session’s terminal signs',
        find: 't.id = given.terminal_id and t.session_id = s.id',
        replace: 't.id = given.terminal_id',
      },
      {
        fault: 'a retired terminal signs',
        find: 'and (t.retires_at is null or t.retires_at > now())',
        replace: '',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/verify-limits.ts',
    tests: ['features/sign-in/codes/send-limits.test.ts'],
    faults: [
      {
        fault: 'an address has one try more',
        find: 'max: 30',
        replace: 'max: 31',
      },
    ],
  },
  {
    file: 'features/people/session-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts', 'features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'sessions that nobody uses are listed as live',
        find: '`ends_at > now() and last_seen_at > now() - make_interval(days => ${sessionIdleDays})`',
        replace: '`ends_at > now() and ${sessionIdleDays} > 0`',
      },
    ],
  },
  {
    file: 'features/sign-in/sessions/idle-passport.ts',
    tests: ['features/sign-in/sessions/idle-passport.test.ts'],
    faults: [
      {
        fault: 'a passport whose session is in use is parked',
        find: 'and s.last_seen_at > now() - make_interval',
        replace: 'and s.last_seen_at > now() + make_interval',
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-perks.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'any former perk withholds the welcome credit',
        find: 'rows.filter(({ perk }) => perk === welcomePerk)',
        replace: 'rows.filter(() => welcomePerk.length > 0)',
      },
    ],
  },
  {
    file: 'features/sign-in/verify-code.ts',
    tests: [
      'features/sign-in/one-moment.test.ts',
      'features/sign-in/sessions/idle-passport.test.ts',
      'features/sign-in/codes/known-device.test.ts',
      'features/messages/limits/code-prefixes.test.ts',
    ],
    faults: [
      {
        fault: 'codes that one address types at once count as one in its limit',
        find: 'caller.isExempt ? null : caller.address',
        replace: 'null',
      },
      {
        fault: 'a wrong code counts as one that was typed',
        find: '  if (isProblem(answer)) return answer\n  await countTypedCode(services, phone)\n',
        replace:
          '  await countTypedCode(services, phone)\n  if (isProblem(answer)) return answer\n',
      },
      {
        fault: 'a code counts again when its holder says whose the number is',
        find: '  if (isProblem(answer)) return answer\n',
        replace:
          "  if (isProblem(answer) && answer.problem === 'number_idle') await countTypedCode(services, phone)\n  if (isProblem(answer)) return answer\n",
      },
    ],
  },
  {
    file: 'features/sign-in/codes/challenge-queries.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'a code for one known browser gives everybody tries',
        find: 'case when ${sqlIsLive} then a.tries else ${codeTriesMax} end',
        replace: 'case when ${sqlIsLive} then a.tries else 0 end',
      },
      {
        fault: 'a code that has expired is good again at a known browser',
        find: 'challenge = case when a.challenge_expires_at > now() then a.challenge\n         else gen_random_uuid() end,\n       tries',
        replace: 'tries',
      },
      {
        fault: 'a blocked number sends codes to a known browser',
        find: 'where a.number_hash = given.number_hash and a.blocked_at is null\n     returning',
        replace: 'where a.number_hash = given.number_hash\n     returning',
      },
      {
        fault: 'a known browser counts down to a code that it will not get',
        find: 'now() + ${waitOf(String(resendWaits.length))} as resend_at',
        replace: "now() + ${waitOf('1')} as resend_at",
      },
    ],
  },
  {
    file: 'platform/keys.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a browser’s key of the former secret signs no more',
        find: '[keyOf(keys), keyOf(previousKeys)]',
        replace: '[keyOf(keys)]',
      },
    ],
  },
  {
    file: 'features/own-data/export-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'each session has three exports a day',
        find: 'bucket: `export/${passportId}`',
        replace: 'bucket: `export/${sessionId}`',
      },
    ],
  },
  {
    file: 'features/own-data/erase-passport.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'somebody is erased beside a purchase that has just begun',
        find: "      if (await hasOpenPurchase(tx, owner.passportId)) return problem('purchase_open')\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/log/log-own-data.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'what is being told to the log keeps the salt of who is erased',
        find: '    await tx.run(holdLogs, [])\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/people/session-cookie.ts',
    tests: ['features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'a cookie stays after signing out over https',
        find: 'void reply.clearCookie(cookieName(settings), attributes(settings))',
        replace: "void reply.clearCookie(cookieName(settings), { path: '/' })",
      },
    ],
  },
  {
    file: 'features/sign-in/codes/verify-limits.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'three codes of its own an hour for a known browser',
        find: 'windowSeconds: day, max: 3 }',
        replace: 'windowSeconds: hour, max: 3 }',
      },
    ],
  },
  {
    file: 'features/purchases/purchase-own-data-queries.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'an erased giver leaves the numbers of those who hold their gifts',
        find: 'case when is_gift and holder_id is null\n',
        replace: 'case when is_gift\n',
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-perks.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'a partner’s credit counts as the welcome',
        find: "where passport_id = $2 and programme_id = '${welcomeProgramme.id}' having",
        replace: 'where passport_id = $2 having',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/one-time-code.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a code with blanks around it is wrong',
        find: 'given.trim()',
        replace: 'given',
      },
      {
        fault: 'zeros come behind a small code',
        find: ".padStart(codeDigits, '0')",
        replace: ".padEnd(codeDigits, '0')",
      },
    ],
  },
  {
    file: 'features/sign-in/codes/request-code.ts',
    tests: ['features/messages/send-messages.test.ts'],
    faults: [
      {
        fault: 'nobody learns when to ask again where no SMS could be sent',
        find: "problem('sms_unavailable', { retryAfterSeconds: challenge.resend_in_seconds })",
        replace: "problem('sms_unavailable')",
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-blocks.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'cleared limits leave those of messages',
        find: "(right(bucket, length($1) + 1) = '/' || $1 or",
        replace: "(bucket = 'verify/' || $1 or",
      },
      {
        fault: 'clearing one’s limits clears everybody’s exports',
        find: "or bucket = 'export/' || $2::text)",
        replace: "or bucket = 'export/' || $2::text or bucket like 'export/%')",
      },
    ],
  },
  {
    file: 'features/sign-in/number/limits-of-number.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
      {
        fault: 'the operator reads of a wait that is none',
        find: 'codeWait > 1 ? codeWait : 0',
        replace: 'codeWait',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/try-queries.ts',
    tests: ['features/own-data/codes.test.ts'],
    faults: [
      {
        fault: 'guesses of one moment at one’s own data have a try each',
        find: 'order by a.number_hash for update',
        replace: 'order by a.number_hash',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/try-queries.ts',
    tests: [
      'features/sign-in/sign-in.test.ts',
      'features/sign-in/failures.test.ts',
      'features/sign-in/codes/known-device.test.ts',
    ],
    faults: [
      {
        fault: 'a success leaves the wait for the next code',
        find: 'resend_at = now(), resend_step = 0',
        replace: 'resend_step = 0',
      },
      {
        fault: 'a code that has expired is waited for',
        find: 'a.tries >= ${codeTriesMax} and a.challenge_expires_at > now()',
        replace: 'a.tries >= ${codeTriesMax}',
      },
      {
        fault: 'nobody learns how long to wait after five wrong codes',
        find: 'case when a.tries >= ${codeTriesMax} then a.resend_at',
        replace: 'case when a.tries > ${codeTriesMax} then a.resend_at',
      },
      {
        fault: 'ten failures wait too briefly',
        find: '{ failures: 10, minutes: 15 }',
        replace: '{ failures: 10, minutes: 14 }',
      },
      {
        fault: 'twenty failures wait no longer than ten',
        find: '{ failures: 20, minutes: 60 }',
        replace: '{ failures: 20, minutes: 15 }',
      },
      {
        fault: 'the fifty-first failure blocks nothing',
        find: '`a.failures_in_a_row + 1 >= ${failures}`',
        replace: '`a.failures_in_a_row + 1 = ${failures}`',
      },
      {
        fault: 'a blocked phone may try codes',
        find: '${sqlIsLive} and (a.blocked_until is null or a.blocked_until <= now())',
        replace: '${sqlIsLive}',
      },
      {
        fault: 'failures are not counted',
        find: 'a.failures_in_a_row + given.is_miss::int',
        replace: 'a.failures_in_a_row',
      },
      {
        fault: 'tries are not counted',
        find: 'set tries = a.tries + 1',
        replace: 'set tries = a.tries',
      },
      {
        fault: 'one more try than allowed',
        find: 'a.tries < ${codeTriesMax}`',
        replace: 'a.tries <= ${codeTriesMax}`',
      },
      {
        fault: 'a lapsed code is tried',
        find: 'export const sqlIsLive = `a.challenge_expires_at > now() and',
        replace: 'export const sqlIsLive = `',
      },
      {
        fault: 'a code is used twice by calls of one moment',
        find: 'set challenge = gen_random_uuid(), challenge_expires_at = now(),',
        replace: 'set challenge_expires_at = now(),',
      },
      {
        fault: 'a success keeps the failures',
        find: 'failures_in_a_row = 0, blocked_until = null',
        replace: 'blocked_until = null',
      },
      {
        fault: 'the wait told after five tries is the code’s life',
        find: 'case when a.tries >= ${codeTriesMax} then a.resend_at end, a.blocked_until',
        replace:
          'case when a.tries >= ${codeTriesMax} then a.challenge_expires_at end, a.blocked_until',
      },
    ],
  },
  {
    file: 'features/sign-in/sessions/open-sessions.ts',
    tests: [
      'features/sign-in/sign-in.test.ts',
      'features/sign-in/sessions/sessions.test.ts',
      'features/own-data/sessions.test.ts',
      'features/sign-in/sessions/idle-passport.test.ts',
      'features/purchases/complete/gifts.test.ts',
    ],
    faults: [
      {
        fault: 'the former session stays open',
        find: 'formerToken === undefined ? [] : [sessionTokenHash(formerToken)]',
        replace: 'formerToken === undefined ? [] : []',
      },
      {
        fault: 'gifts to a number stay behind',
        find: 'receiveGifts(tx, opened.map(receiverOf))',
        replace: 'receiveGifts(tx, [])',
      },
      {
        fault: 'a known browser under another name is told as a stranger’s',
        find: 'onUnknownDevice.has(passportId) && attempt.deviceId === null',
        replace: 'onUnknownDevice.has(passportId)',
      },
      {
        fault: 'who said that it is theirs is asked again each time',
        find: '      noteSignedIn(tx, returning),\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/sign-in/sign-in-together.ts',
    tests: [
      'features/sign-in/sign-in.test.ts',
      'features/sign-in/sessions/idle-passport.test.ts',
      'features/sign-in/one-moment.test.ts',
      'features/purchases/complete/gifts.test.ts',
    ],
    faults: [
      {
        fault: 'a code is held while its number is waited for',
        find: '[, { answerOf, countLooks }, known] = await Promise.all([\n    lockNumbers(tx, phones),\n    judgeCodes(tx, services, attempts),\n',
        replace:
          '[{ answerOf, countLooks }, , known] = await Promise.all([\n    judgeCodes(tx, services, attempts),\n    lockNumbers(tx, phones),\n',
      },
      {
        fault: 'a first sign-in does not wait for a gift that is being given',
        find: 'lockNumbers(tx, phones)',
        replace: 'lockNumbers(tx, [])',
      },
      {
        fault: 'null as the answer shows somebody else’s passport',
        find: 'const mine = attempt.mine ?? null\n  if (known?.isIdle && mine === null)',
        replace: 'const mine = attempt.mine\n  if (known?.isIdle && mine === undefined)',
      },
    ],
  },
  {
    file: 'features/sign-in/sessions/open-sessions.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a member gets the welcome credit again',
        find: 'joining.filter(({ passportId }) => !welcomedBefore',
        replace: 'opened.filter(({ passportId }) => !welcomedBefore',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/judge-codes.ts',
    tests: [
      'features/sign-in/sign-in.test.ts',
      'features/sign-in/failures.test.ts',
      'features/sign-in/codes/send-limits.test.ts',
      'features/sign-in/codes/known-device.test.ts',
    ],
    faults: [
      {
        fault: 'an address tries without end',
        find: 'counted.flatMap(({ caller }) => verifyLimits(caller))',
        replace: '[]',
      },
      {
        fault: 'an address guesses on at the next code',
        find: 'judged.filter(({ isMiss }) => isMiss).map(missesOfHour)',
        replace: '[]',
      },
      {
        fault: 'a code of the former key is wrong',
        find: '[keys, previousKeys].flatMap',
        replace: '[keys].flatMap',
      },
      {
        fault: 'a guess where no try is left counts for nothing',
        find: 'tooOften(wait), isMiss: true }',
        replace: 'tooOften(wait), isMiss: false }',
      },
      {
        fault: 'what a known browser mistypes by its own tries counts against the number',
        find: 'takesTry && !usedUp.has(number)',
        replace: '!usedUp.has(number)',
      },
    ],
  },
  {
    file: 'features/sign-in/sign-in-together.ts',
    tests: ['features/sign-in/sessions/idle-passport.test.ts', 'features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a wrong code learns that a number is idle',
        find: "  if (isProblem(right)) return right\n  const mine = attempt.mine ?? null\n  if (known?.isIdle && mine === null) return problem('number_idle')\n",
        replace:
          "  const mine = attempt.mine ?? null\n  if (known?.isIdle && mine === null) return problem('number_idle')\n  if (isProblem(right)) return right\n",
      },
      {
        fault: 'tries of an idle number are not counted',
        find: 'new Set(openings.map(({ attempt }) => attempt.number))',
        replace: 'new Set(attempts.map(({ number }) => number))',
      },
    ],
  },
]
