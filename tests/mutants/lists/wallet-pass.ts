// Faults of wallet passes: their queues, devices and versions.
import type { FaultyFile } from '../fault.ts'

const passkit = 'features/passes/passkit.test.ts'
const google = 'features/passes/google-pass.test.ts'
const queues = 'features/passes/push-queues.test.ts'

export const walletPass: readonly FaultyFile[] = [
  {
    file: 'features/passes/push-queries.ts',
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
    file: 'features/passes/push-changes.ts',
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
    file: 'features/passes/register-device.ts',
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
    file: 'features/passes/pass-queries.ts',
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
    file: 'features/passes/list-updated-passes.ts',
    tests: [passkit],
    faults: [
      {
        fault: 'a device is told of passes that it knows',
        find: 'versions.filter(({ version }) => !known.has(version))',
        replace: 'versions.filter(({ version }) => version !== null)',
      },
      {
        fault: 'a device forgets one pass when it is told of another',
        find: 'lastUpdated: versions.map(',
        replace: 'lastUpdated: newer.map(',
      },
    ],
  },
  {
    file: 'features/passes/passkit-routes.ts',
    tests: ['features/passes/passkit.test.ts'],
    faults: [
      {
        fault: 'passes of the former secret are refused',
        find: 'const known = [keys, previousKeys]',
        replace: 'const known = [keys]',
      },
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
      {
        fault: 'another pass type’s list is this one’s',
        find: 'asked === passTypeId ? await listUpdatedPasses(services, device, tag) : null',
        replace: 'passTypeId ? await listUpdatedPasses(services, device, tag) : null',
      },
    ],
  },
  {
    file: 'features/passes/make-pass.ts',
    tests: ['features/passes/passkit.test.ts'],
    faults: [
      {
        fault: 'one pass’s fetches count for all',
        find: '`pass/fetch/${passportId}`',
        replace: "'pass/fetch'",
      },
      {
        fault: 'a pass that is not there is unchanged',
        find: "if (row === null) return problem('not_found')",
        replace: 'if (row === null) return null',
      },
    ],
  },
  {
    file: 'features/passes/make-pass.ts',
    tests: ['features/passes/wallet-pass.test.ts'],
    faults: [
      {
        fault: 'one person’s downloads count for all',
        find: '`pass/download/${passportId}`',
        replace: "'pass/download'",
      },
    ],
  },
  {
    file: 'features/passes/pass-queries.ts',
    tests: ['features/passes/push-queues.test.ts'],
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
      {
        fault: 'a new link puts a change off',
        find: 'push_due_at = least(google_passes.push_due_at, excluded.push_due_at)',
        replace: 'push_due_at = excluded.push_due_at',
      },
      {
        fault: 'a new link keeps the failures before it',
        find: 'news = google_passes.news + 1, attempts = 0,',
        replace: 'news = google_passes.news + 1,',
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
  {
    file: 'features/passes/register-device.ts',
    tests: ['features/passes/passkit.test.ts'],
    faults: [
      {
        fault: 'a pass of an older backup is never pushed',
        find: '    await writePass(tx, passportId)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/passes/google-pass.ts',
    tests: ['features/passes/google-pass.test.ts'],
    faults: [
      {
        fault: 'an erased person’s pass stays valid at Google',
        find: "...(facts.isVoid ? { state: 'EXPIRED' as const } : {}),",
        replace: '',
      },
      {
        fault: 'both leagues have one label at Google',
        find: "{ id: 'eco', header: word('passport_eco_league')",
        replace: "{ id: 'eco', header: word('passport_offset_league')",
      },
      {
        fault: 'the leagues change places at Google',
        find: "{ startItem: item('offset'), endItem: item('eco') }",
        replace: "{ startItem: item('eco'), endItem: item('offset') }",
      },
    ],
  },
  {
    file: 'features/passes/pass-content.ts',
    tests: ['features/passes/wallet-pass.test.ts'],
    faults: [
      {
        fault: 'a development pass does not say so',
        find: '...(isDevelopment ? [development] : []),',
        replace: '...(isDevelopment ? [] : [development]),',
      },
      { fault: 'a pass may be shared', find: '    sharingProhibited: true,\n', replace: '' },
      {
        fault: 'older programs find no barcode',
        find: '    barcode,\n    storeCard',
        replace: '    storeCard',
      },
      {
        fault: 'the back of a pass does not name it',
        find: "label: text('wallet_pass_id'), value: passportId",
        replace: "label: text('wallet_pass_id'), value: publicUrl",
      },
      {
        fault: 'the back of a pass leads nowhere',
        find: '${publicUrl}/app`',
        replace: '${publicUrl}/passkit`',
      },
      {
        fault: 'an eco league’s change is told as the offset league’s',
        find: "changeMessage: text('wallet_pass_eco_league_changed')",
        replace: "changeMessage: text('wallet_pass_offset_league_changed')",
      },
      {
        fault: 'both leagues have one label',
        find: "label: text('passport_eco_league')",
        replace: "label: text('passport_offset_league')",
      },
    ],
  },
  {
    file: 'features/passes/pass-own-data.ts',
    tests: ['features/passes/passkit.test.ts'],
    faults: [
      {
        fault: 'an export counts everybody’s phones',
        find: '(select count(*) from wallet_pass_registrations r where r.passport_id = w.passport_id)',
        replace: '(select count(*) from wallet_pass_registrations r)',
      },
      {
        fault: 'an export says that the pass is at Google',
        find: '(select g.linked_at from google_passes g where g.passport_id = w.passport_id)',
        replace: 'w.created_at',
      },
    ],
  },
  {
    file: 'features/passes/pass-own-data.ts',
    tests: ['features/passes/push-queues.test.ts'],
    faults: [
      {
        fault: 'phones do not learn of an erasure',
        find: ', announce_at = clock_timestamp()',
        replace: '',
      },
    ],
  },
  {
    file: 'features/passes/push-queries.ts',
    tests: ['features/passes/push-queues.test.ts'],
    faults: [
      {
        fault: 'a change keeps the failures before it',
        find: 'set news = news + 1, attempts = 0, push_due_at = now()',
        replace: 'set news = news + 1, push_due_at = now()',
      },
      {
        fault: 'the youngest push is the first',
        find: 'order by push_due_at limit $1 for update skip locked)\n       returning',
        replace: 'order by push_due_at desc limit $1 for update skip locked)\n       returning',
      },
      {
        fault: 'the youngest change is the first',
        find: 'order by announce_at limit $1',
        replace: 'order by announce_at desc limit $1',
      },
    ],
  },
  {
    file: 'providers/wallet-pass/apns.ts',
    tests: ['providers/wallet-pass/apns.test.ts'],
    faults: [
      {
        fault: 'a push is an alert without a text',
        find: "'apns-push-type': 'background'",
        replace: "'apns-push-type': 'alert'",
      },
      {
        fault: 'a push has a priority that Apple refuses',
        find: "'apns-priority': '5'",
        replace: "'apns-priority': '10'",
      },
      {
        fault: 'a connection that answers nothing is used on',
        find: '      session.close()\n',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/wallet-pass/google-wallet-settings.ts',
    tests: ['server/settings/provider-settings.test.ts'],
    faults: [
      {
        fault: 'tokens are asked for at the wrong place',
        find: 'tokenUrl: values.GOOGLE_WALLET_TOKEN_URL',
        replace: 'tokenUrl: values.GOOGLE_WALLET_API_URL',
      },
    ],
  },
  {
    file: 'providers/wallet-pass/manifest-signature.ts',
    tests: ['features/passes/wallet-pass.test.ts'],
    faults: [
      {
        fault: 'a pass was signed in another century',
        find: "    signed.write(utcTime(at), timeAt, 'latin1')\n",
        replace: '',
      },
    ],
  },
]
