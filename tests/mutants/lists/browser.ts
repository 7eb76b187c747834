// Faults of the browser’s frame: questions and answers, the session, the service worker, fields.
import type { FaultyFile } from '../fault.ts'

export const browser: readonly FaultyFile[] = [
  {
    file: 'web/api/query-client.ts',
    tests: ['web/api/query-client.test.ts'],
    faults: [
      {
        fault: 'a refusal is asked for again',
        find: 'return failures < 1 && !(error instanceof ApiError)',
        replace: 'return failures < 1',
      },
      {
        fault: 'a server that cannot be reached is asked again and again',
        find: 'return failures < 1 &&',
        replace: 'return failures < 5 &&',
      },
    ],
  },
  {
    file: 'web/api/query-keys.ts',
    tests: ['web/api/query-keys.test.ts'],
    faults: [
      {
        fault: 'rewards are old after a purchase',
        find: 'activity, achievements, rewards, leaderboards]',
        replace: 'activity, achievements, leaderboards]',
      },
      {
        fault: 'the wallet is old after a purchase',
        find: 'batches, wallet, activity, achievements',
        replace: 'batches, activity, achievements',
      },
    ],
  },
  {
    file: 'features/people/web/session/remembered-card.ts',
    tests: ['features/people/web/session/remembered-card.test.ts'],
    faults: [
      {
        fault: 'the kept leagues change places',
        find: '{ eco: eco_league, offset: offset_league }',
        replace: '{ eco: offset_league, offset: eco_league }',
      },
      {
        fault: 'the kept card is drawn with one league',
        find: 'eco_league: leagues.eco, offset_league: leagues.offset',
        replace: 'eco_league: leagues.eco, offset_league: leagues.eco',
      },
      {
        fault: 'a card without its day is one',
        find: "'kg' in value && 'date' in value",
        replace: "'kg' in value",
      },
    ],
  },
  {
    file: 'web/confirm-person.ts',
    tests: ['web/confirm-person.test.ts'],
    faults: [
      {
        fault: 'an answer of the person holds for ever',
        find: '    asking = undefined\n',
        replace: '',
      },
      {
        fault: 'a dialog that goes takes the next one with it',
        find: 'if (confirm === ask) confirm = undefined',
        replace: 'confirm = undefined',
      },
      {
        fault: 'two questions of one moment ask the person twice',
        find: 'asking ??= (confirm',
        replace: 'asking = (confirm',
      },
    ],
  },
  {
    file: 'web/api/missing-parts.ts',
    tests: ['web/api/missing-parts.test.ts'],
    faults: [
      {
        fault: 'a part that does not come keeps all others away',
        find: 'await load().catch(() => undefined)',
        replace: 'await load()',
      },
    ],
  },
  {
    file: 'web/allowed-image.ts',
    tests: ['web/allowed-image.test.ts'],
    faults: [
      {
        fault: 'a listed host is asked without encryption',
        find: "protocol === 'https:' && listed",
        replace: 'listed',
      },
      {
        fault: 'a host that is not listed is asked',
        find: 'const isListed = protocol',
        replace: 'const isListed = listed.length > 0 || protocol',
      },
    ],
  },
  {
    file: 'web/ui/forms/countdown.ts',
    tests: ['web/ui/forms/countdown.test.tsx'],
    faults: [
      {
        fault: 'a begun second is over',
        find: 'Math.ceil((endsAt - now) / 1000)',
        replace: 'Math.floor((endsAt - now) / 1000)',
      },
      {
        fault: 'five seconds are fifty',
        find: "padStart(2, '0')",
        replace: "padStart(1, '0')",
      },
    ],
  },
  {
    file: 'web/ui/number-format.ts',
    tests: ['web/ui/number-format.test.ts'],
    faults: [
      {
        fault: 'amounts have no pence',
        find: 'return money(value, currency, 2)',
        replace: 'return money(value, currency, 0)',
      },
      {
        fault: 'a wrong code empties the page',
        find: '// Not a 3-letter code: the number alone is better than an empty page.\n',
        replace: 'throw new RangeError(currency)\n',
      },
    ],
  },
  {
    file: 'web/ui/forms/text-field.tsx',
    tests: ['web/ui/forms/fields.test.tsx'],
    faults: [
      {
        fault: 'readers do not hear what is wrong with a field',
        find: "error ? `${id}-error` : ''",
        replace: "''",
      },
      {
        fault: 'readers do not hear a field’s hint',
        find: "hint ? `${id}-hint` : ''",
        replace: "''",
      },
    ],
  },
  {
    file: 'web/ui/forms/text-area.tsx',
    tests: ['web/ui/forms/fields.test.tsx'],
    faults: [
      {
        fault: 'a field of several lines is not described',
        find: '          aria-describedby={describedBy}\n',
        replace: '',
      },
    ],
  },
  {
    file: 'web/ui/forms/select-field.tsx',
    tests: ['web/ui/forms/fields.test.tsx'],
    faults: [
      {
        fault: 'a choice is not described',
        find: '          aria-describedby={describedBy}\n',
        replace: '',
      },
      {
        fault: 'a wrong choice is not marked',
        find: '          aria-invalid={error ? true : undefined}\n',
        replace: '',
      },
    ],
  },
  {
    file: 'web/ui/forms/checkbox.tsx',
    tests: ['web/ui/forms/fields.test.tsx'],
    faults: [
      {
        fault: 'readers do not hear what is wrong with a box',
        find: 'aria-describedby={error ? `${id}-error` : undefined}',
        replace: 'aria-describedby={undefined}',
      },
    ],
  },
  {
    file: 'web/shell/main-navigation.tsx',
    tests: ['web/shell/main-navigation.test.tsx'],
    faults: [
      {
        fault: 'offers lie in no section',
        find: ' || location === paths.offers) return',
        replace: ') return',
      },
      {
        fault: 'the card lies in no section',
        find: ' || location === paths.card) return',
        replace: ') return',
      },
      {
        fault: 'a page within a section passes for the section itself',
        find: "return path === section ? 'true' : undefined",
        replace: "return path === section ? 'page' : undefined",
      },
    ],
  },
  {
    file: 'web/service-worker.ts',
    tests: ['tests/service-worker.test.ts'],
    faults: [
      {
        fault: 'a part that is asked for again does not come without a network',
        find: 'ignoreVary: true, ignoreSearch: true',
        replace: 'ignoreVary: true',
      },
      {
        fault: 'a new build lets go of itself',
        find: ' && name !== cacheName)',
        replace: ')',
      },
      {
        fault: 'a page without files is kept',
        find: 'named.length > 0 && named',
        replace: 'named',
      },
      {
        fault: 'a page of an error is kept',
        find: 'if (!answer.ok || !isOurs)',
        replace: 'if (!isOurs)',
      },
      {
        fault: 'pages outside of the app are answered',
        find: '/^\\/app(\\/|$)/',
        replace: '/^\\/app/',
      },
      {
        fault: 'what is sent is answered from what is kept',
        find: "if (request.method !== 'GET' || origin",
        replace: 'if (origin',
      },
      {
        fault: 'another site’s files are answered',
        find: ' || origin !== self.location.origin) return',
        replace: ') return',
      },
      {
        fault: 'kept files are asked for again',
        find: 'return kept ?? fetch(request)',
        replace: 'return fetch(request)',
      },
      {
        fault: 'a page is answered from an old build while there is a network',
        find: '    return await fetch(request)\n',
        replace: '    return (await caches.match(page, { cacheName })) ?? (await fetch(request))\n',
      },
    ],
  },
  {
    file: 'features/people/web/session/session.ts',
    tests: ['features/people/web/session/session.test.tsx'],
    faults: [
      {
        fault: 'a profile that comes later is not kept for times without a network',
        find: '  void remember(profile)\n',
        replace: '',
      },
      {
        fault: 'a session that ends by itself leaves in the tab what was under way',
        find: 'if ((await nextGeneration({}, generation)) === undefined) return false\n  clearTab()',
        replace: 'if ((await nextGeneration({}, generation)) === undefined) return false',
      },
      {
        fault: 'another person’s late profile is taken in',
        find: ' || session.profile.id !== profile.id) return',
        replace: ') return',
      },
      {
        fault: 'a failing server passes for a missing network',
        find: "  if (!isUnreached(problem)) return close('unchecked')\n",
        replace: '',
      },
      {
        fault: 'a check gives up after two tries',
        find: 'const waitsMs = [1000, 3000] as const',
        replace: 'const waitsMs = [1000] as const',
      },
      {
        fault: 'a sign-out is never told to the server',
        find: '    if (await readKept(leavingName)) await leave()\n',
        replace: '',
      },
      {
        fault: 'who left without a network is asked to check again',
        find: "  if (await readKept(leavingName)) return close('left')\n",
        replace: '',
      },
      {
        fault: 'a 401 passes for a server that fails',
        find: 'if (error instanceof ApiError && error.status === 401) return null',
        replace: 'if (error instanceof ApiError && error.status === 403) return null',
      },
    ],
  },
]
