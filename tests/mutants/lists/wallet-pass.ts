// Faults of wallet passes: their queues, devices and versions.
import type { FaultyFile } from '../fault.ts'

const passkit = 'features/wallet-pass/passkit.test.ts'
const google = 'features/wallet-pass/google-pass.test.ts'
const queues = 'features/wallet-pass/push-queues.test.ts'

export const walletPass: readonly FaultyFile[] = [
  {
    file: 'features/wallet-pass/push-queries.ts',
    tests: [queues, passkit, google],
    faults: [
      {
        fault: 'a change during a push is lost',
        find: 'case when news = $2 then null else now() end',
        replace: 'null',
      },
      {
        fault: 'a change during a failed push waits as long as the failure',
        find: 'else least(push_due_at, now() + make_interval(secs => $3)) end',
        replace: 'else now() + make_interval(secs => $3) end',
      },
      {
        fault: 'a pushed device is pushed again',
        find: 'case when news = $2 then null else now() end',
        replace: 'now()',
      },
      {
        fault: 'two workers push one device',
        find: 'order by push_due_at limit $1 for update skip locked)',
        replace: 'order by push_due_at limit $1)',
      },
      {
        fault: 'a push that is under way is begun again',
        find: 'push_due_at = now() + make_interval(secs => ${pushLeaseSeconds})',
        replace: 'push_due_at = now()',
      },
      {
        fault: 'a device that changed its token is forgotten',
        find: "'delete from wallet_pass_devices where id = $1 and push_token = $2'",
        replace: "'delete from wallet_pass_devices where id = $1 and $2::text is not null'",
      },
      {
        fault: 'a pass whose link may still be used is forgotten',
        find: ' and linked_at < now() - make_interval(hours => ${linkLifeHours})',
        replace: '',
      },
    ],
  },
  {
    file: 'features/wallet-pass/push-changes.ts',
    tests: [passkit, google, queues],
    faults: [
      {
        fault: 'a token that is gone is pushed on',
        find: "if (answer === 'gone') await forgetDevice(db, device)",
        replace: '',
      },
      {
        fault: 'a failed push is not tried again',
        find: 'else await writePushLater(db, queue, due, waitAfter(due.attempts))',
        replace: 'else await writePushed(db, queue, due)',
      },
      {
        fault: 'a failing push is tried for ever',
        find: 'if (due.attempts >= triesMax)',
        replace: 'if (due.attempts > 1_000)',
      },
    ],
  },
  {
    file: 'features/wallet-pass/register-device.ts',
    tests: [passkit],
    faults: [
      {
        fault: 'one pass more on a device',
        find: 'before.length >= passesPerDeviceMax',
        replace: 'before.length > passesPerDeviceMax',
      },
      {
        fault: 'one device more for a pass',
        find: 'const devicesPerPassMax = 20',
        replace: 'const devicesPerPassMax = 21',
      },
      {
        fault: 'a known device is new',
        find: "if (before.some((pass) => pass.passport_id === passportId)) return 'known'",
        replace: '',
      },
    ],
  },
  {
    file: 'features/wallet-pass/queries.ts',
    tests: [passkit, google],
    faults: [
      {
        fault: 'a new push token is not kept',
        find: 'on conflict (id) do update set push_token = excluded.push_token',
        replace: 'on conflict (id) do nothing',
      },
      {
        fault: 'the newest device gives way',
        find: 'order by created_at desc, device_id offset $2',
        replace: 'order by created_at, device_id offset $2',
      },
      {
        fault: 'a device goes with its first pass',
        find: '\n     and not exists (select from wallet_pass_registrations r where r.device_id = d.id)`',
        replace: '`',
      },
    ],
  },
  {
    file: 'features/wallet-pass/list-updated-passes.ts',
    tests: [passkit],
    faults: [
      {
        fault: 'a device is told of passes that it knows',
        find: 'versions.filter(({ version }) => !known.has(version))',
        replace: 'versions.filter(({ version }) => version !== null)',
      },
    ],
  },
  {
    file: 'features/wallet-pass/passkit-routes.ts',
    tests: ['features/wallet-pass/passkit.test.ts'],
    faults: [
      {
        fault: 'passes of the former secret are refused',
        find: 'const known = [keys, previousKeys]',
        replace: 'const known = [keys]',
      },
    ],
  },
  {
    file: 'features/wallet-pass/passkit-routes.ts',
    tests: ['features/wallet-pass/passkit.test.ts'],
    faults: [
      {
        fault: 'complaints have no limit',
        find: '      if (await isOverLimit(request, reply, services)) return reply\n      for (const line',
        replace: '      for (const line',
      },
      {
        fault: 'leaving has no limit',
        find: '    if (await isOverLimit(request, reply, services)) return reply\n    await unregisterDevice',
        replace: '    await unregisterDevice',
      },
    ],
  },
  {
    file: 'features/wallet-pass/make-pass.ts',
    tests: ['features/wallet-pass/passkit.test.ts'],
    faults: [
      {
        fault: 'one pass’s fetches count for all',
        find: '`pass/fetch/${passportId}`',
        replace: "'pass/fetch'",
      },
    ],
  },
  {
    file: 'features/wallet-pass/make-pass.ts',
    tests: ['features/wallet-pass/wallet-pass.test.ts'],
    faults: [
      {
        fault: 'one person’s downloads count for all',
        find: '`pass/download/${passportId}`',
        replace: "'pass/download'",
      },
    ],
  },
  {
    file: 'features/wallet-pass/queries.ts',
    tests: ['features/wallet-pass/push-queues.test.ts'],
    faults: [
      {
        fault: 'a pass is looked for before anybody could save it',
        find: 'const lookAgainSeconds = 600',
        replace: 'const lookAgainSeconds = 60',
      },
      {
        fault: 'a link made during a change is not told of it',
        find: 'news = google_passes.news + 1, attempts = 0,',
        replace: 'attempts = 0,',
      },
      {
        fault: 'a second link lives no longer than the first',
        find: 'set linked_at = excluded.linked_at,\n',
        replace: 'set linked_at = google_passes.linked_at,\n',
      },
    ],
  },
  {
    file: 'providers/wallet-pass/google-client.ts',
    tests: ['providers/wallet-pass/google-client.test.ts'],
    faults: [
      {
        fault: 'a token is used to its last moment',
        find: 'expires_in * 1_000 - tokenMarginMs',
        replace: 'expires_in * 1_000',
      },
      {
        fault: 'a token that could not be had is never asked for again',
        find: 'if (token === used) token = undefined',
        replace: '',
      },
    ],
  },
]
