// Faults of sign-in: sessions, the keys that they sign with, known browsers, passports that are idle.
import type { FaultyFile } from '../fault.ts'

export const sessions: readonly FaultyFile[] = [
  {
    file: 'features/people/session-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'sessions that are over take the places of live ones',
        find: 'order by ends_at > now() desc, created_at desc',
        replace: 'order by created_at desc',
      },
    ],
  },
  {
    file: 'features/people/terminal-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts', 'features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'keys that sign no more count as signing',
        find: 'where session_id = $1 and (retires_at is null or retires_at > now())',
        replace: 'where session_id = $1',
      },
      {
        fault: 'a replaced terminal signs for ever',
        find: 'set retires_at = now() + make_interval(secs => $2)',
        replace: 'set retires_at = null',
      },
    ],
  },
  {
    file: 'features/people/issue-terminal.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a code opens another key for five minutes only',
        find: 'freshMinutes = 15',
        replace: 'freshMinutes = 5',
      },
    ],
  },
  {
    file: 'features/people/session-cookie.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a session’s cookie ends after seconds',
        find: 'sessionAbsoluteDays * 86_400',
        replace: 'sessionAbsoluteDays',
      },
    ],
  },
  {
    file: 'features/people/terminal-queries.ts',
    tests: ['features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'another key of a session brings the former ones back',
        find: 'where session_id = $1 and retires_at is null`',
        replace: 'where session_id = $1`',
      },
    ],
  },
  {
    file: 'features/people/find-session.ts',
    tests: ['features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'a changed profile is no late act',
        find: 'greatest(s.created_at, p.updated_at)',
        replace: 's.created_at',
      },
      {
        fault: 'what one did on another device is no late act',
        find: 'where own.passport_id = s.passport_id and last',
        replace: 'where own.id = s.id and last',
      },
      {
        fault: 'lately is a second',
        find: 'latelySeconds = 15',
        replace: 'latelySeconds = 1',
      },
      {
        fault: 'the oldest signature tells of late acts',
        find: 'order by nonce desc limit 1',
        replace: 'order by nonce limit 1',
      },
    ],
  },
  {
    file: 'features/people/passport-queries.ts',
    tests: ['features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'a changed profile keeps its former moment',
        find: 'language = coalesce($5, language), updated_at = now()',
        replace: 'language = coalesce($5, language)',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/device-cookie.ts',
    tests: ['features/sign-in/sessions/sessions.test.ts'],
    faults: [
      {
        fault: 'a device’s cookie travels without https',
        find: 'secure: isSecure(settings)',
        replace: 'secure: false',
      },
    ],
  },
  {
    file: 'features/people/session-queries.ts',
    tests: ['features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'sessions are listed by when they began',
        find: '${isLive} order by last_seen_at desc',
        replace: '${isLive} order by created_at desc',
      },
    ],
  },
  {
    file: 'features/sign-in/sessions/idle-passport.ts',
    tests: ['features/sign-in/sessions/idle-passport.test.ts'],
    faults: [
      {
        fault: 'a passport is idle after half a year',
        find: 'idleMonths = 12',
        replace: 'idleMonths = 6',
      },
      {
        fault: 'a parked passport stays on the boards',
        find: 'phone = null, hide_from_leaderboards = true,',
        replace: 'phone = null,',
      },
    ],
  },
  {
    file: 'features/sign-in/sessions/idle-passport.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'a passport that got a number stays parked',
        find: "'delete from parked_passports where passport_id = $1'",
        replace: "'delete from parked_passports where passport_id = $1 and false'",
      },
    ],
  },
  {
    file: 'features/sign-in/codes/known-device.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'a browser is known for ever',
        find: '  if (nowMs / 1_000 - Number(issuedAt) > deviceDays * 86_400) return null\n',
        replace: '',
      },
      {
        fault: 'a known browser is another one after each sign-in',
        find: 'const name = id ?? randomBytes',
        replace: 'const name = id !== null && false ? id : randomBytes',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/device-cookie.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'a browser is forgotten after minutes',
        find: 'deviceDays * 86_400',
        replace: 'deviceDays',
      },
    ],
  },
  {
    file: 'features/people/passport-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'another change shows a hidden person on the boards',
        find: 'coalesce($4, hide_from_leaderboards)',
        replace: 'coalesce($4, false)',
      },
    ],
  },
  {
    file: 'features/own-data/own-data-routes.ts',
    tests: ['features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'a session began when it was used last',
        find: 'signed_in_at: created_at.toISOString()',
        replace: 'signed_in_at: last_seen_at.toISOString()',
      },
      {
        fault: 'a session was used last when it began',
        find: 'last_seen_at: last_seen_at.toISOString()',
        replace: 'last_seen_at: created_at.toISOString()',
      },
    ],
  },
]
