// Faults in front of every route: origin, signature, nonce, idempotency, limits by address.
import type { FaultyFile } from '../fault.ts'

const guard = 'platform/http/guard/request-guard.test.ts'
const repeats = 'features/purchases/reserve/repeated-purchases.test.ts'
const purchases = 'features/purchases/purchases.test.ts'

export const requests: readonly FaultyFile[] = [
  {
    file: 'platform/http/guard/request-guard.ts',
    tests: [guard, 'platform/http/guard/refused-requests.test.ts', repeats],
    faults: [
      {
        fault: 'PATCH comes from anywhere',
        find: "new Set(['GET', 'HEAD', 'OPTIONS'])",
        replace: "new Set(['GET', 'HEAD', 'OPTIONS', 'PATCH'])",
      },
      {
        fault: 'DELETE comes from anywhere',
        find: "new Set(['GET', 'HEAD', 'OPTIONS'])",
        replace: "new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])",
      },
      {
        fault: 'PUT comes from anywhere',
        find: "new Set(['GET', 'HEAD', 'OPTIONS'])",
        replace: "new Set(['GET', 'HEAD', 'OPTIONS', 'PUT'])",
      },
      {
        fault: 'a sibling site is our own',
        find: "site === 'same-origin' || site === 'none'",
        replace: "site !== 'cross-site'",
      },
      {
        fault: 'any port of this machine is our own',
        find: 'loopbackNames.has(hostname) && port === ownPort',
        replace: 'loopbackNames.has(hostname)',
      },
      {
        fault: 'a body of twice the size',
        find: 'export const bodyMaxBytes = 16 * 1024',
        replace: 'export const bodyMaxBytes = 32 * 1024',
      },
      {
        fault: 'an address of any length',
        find: 'const addressMaxLength = 2 * 1024',
        replace: 'const addressMaxLength = 20 * 1024',
      },
      {
        fault: 'a key of any length',
        find: 'key.length > keyMaxLength',
        replace: 'key.length > 2 * keyMaxLength',
      },
      {
        fault: 'a key one longer than allowed',
        find: 'const keyMaxLength = 255',
        replace: 'const keyMaxLength = 256',
      },
      {
        fault: 'an empty key',
        find: 'key.length === 0 || ',
        replace: '',
      },
      {
        fault: 'NUL in an address',
        find: " || url.includes('%00')",
        replace: '',
      },
      {
        fault: 'names that stand twice in a signed body',
        find: "const strict = config.access === 'signed' || config.access === 'partner'",
        replace: 'const strict = false',
      },
      {
        fault: 'a refused call may be sent again',
        find: "return fresh.size === 0 ? problem('replayed') : known",
        replace: 'return known',
      },
      {
        fault: 'the order of a body’s fields makes it another',
        find: '    .sort(([a], [b]) => (a < b ? -1 : 1))\n',
        replace: '',
      },
      {
        fault: 'a new card token makes a repeat another call',
        find: '.filter(([name]) => !ignored.includes(name))',
        replace: '.filter(([name]) => name !== null)',
      },
      {
        fault: 'routes that say nothing are public',
        find: "? 'session' : 'public')",
        replace: "? 'public' : 'public')",
      },
    ],
  },
  {
    file: 'platform/http/guard/request-signature.ts',
    tests: [guard, purchases, repeats],
    faults: [
      {
        fault: 'an old signature is good',
        find: 'ageMs > window.past || ',
        replace: '',
      },
      {
        fault: 'a signature of tomorrow is good',
        find: ' || ageMs < -window.ahead',
        replace: '',
      },
      {
        fault: 'a browser’s nonce lives twice as long',
        find: 'past: 60_000, ahead: 10_000',
        replace: 'past: 120_000, ahead: 10_000',
      },
      {
        fault: 'the method is not signed',
        find: 'method.toUpperCase(), path,',
        replace: 'path,',
      },
      {
        fault: 'the key is not signed',
        find: 'nonce, idempotencyKey, bodyHash]',
        replace: 'nonce, bodyHash]',
      },
      {
        fault: 'the body is not signed',
        find: 'idempotencyKey, bodyHash].join',
        replace: 'idempotencyKey].join',
      },
      {
        fault: 'a nonce is forgotten while its signature is good',
        find: 'export const nonceLifeSeconds = 660',
        replace: 'export const nonceLifeSeconds = 30',
      },
    ],
  },
  {
    file: 'platform/database/idempotency.ts',
    tests: [repeats, purchases, 'features/purchases/card/unknown-outcomes.test.ts'],
    faults: [
      {
        fault: 'keys of an earlier version are other bodies',
        find: ' || row.body_hash.equals(asked.formerHash())',
        replace: '',
      },
      {
        fault: 'a key serves any body',
        find: "if (!isSame) return { claim: 'other_body' }\n",
        replace: '\n',
      },
      {
        fault: 'a stopped call never goes on',
        find: 'row.effect_id === null || !row.lease_is_over',
        replace: 'row.effect_id !== null',
      },
      {
        fault: 'a running call is begun again',
        find: 'row.effect_id === null || !row.lease_is_over',
        replace: 'row.effect_id === null',
      },
      {
        fault: 'two calls go on with one effect',
        find: ' and status is null and lease_ends_at <= now() returning key',
        replace: ' and status is null returning key',
      },
      {
        fault: 'a stored answer is written over',
        find: 'where k.${effectColumn} = given.effect_id and k.status is null',
        replace: 'where k.${effectColumn} = given.effect_id',
      },
      {
        fault: 'keys of one person answer another',
        find: 'on (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)',
        replace: 'on (k.route, k.key) = (given.route, given.key)',
      },
      {
        fault: 'keys of one route answer another',
        find: 'on (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)',
        replace: 'on (k.owner_id, k.key) = (given.owner_id, given.key)',
      },
    ],
  },
  {
    file: 'platform/http/limits/rate-limits.ts',
    tests: [
      'features/sign-in/codes/send-limits.test.ts',
      'features/messages/limits/sms-permits.test.ts',
    ],
    faults: [
      {
        fault: 'one more than a bucket holds',
        find: 'window === undefined || window.count < max',
        replace: 'window === undefined || window.count <= max',
      },
      {
        fault: 'buckets are not locked',
        find: 'order by c.bucket for update of c',
        replace: 'order by c.bucket',
      },
      {
        fault: 'a count of several counts one',
        find: 'set count = c.count + given.times',
        replace: 'set count = c.count + 1',
      },
      {
        fault: 'a caller’s network is another',
        find: 'network: networkOf(address, 3)',
        replace: 'network: address',
      },
    ],
  },
  {
    file: 'platform/database/tidy.ts',
    tests: ['features/purchases/reserve/repeated-purchases.test.ts'],
    faults: [
      {
        fault: 'a key is forgotten after three days',
        find: "interval '30 days'",
        replace: "interval '3 days'",
      },
    ],
  },
  {
    file: 'platform/database/idempotency.ts',
    tests: [repeats],
    faults: [
      {
        fault: 'what was answered of a capture is forgotten once it is paid back',
        find: 'set status = excluded.status, response',
        replace: 'set response',
      },
      {
        fault: 'what was answered of a capture comes again empty',
        find: 'set status = excluded.status, response = excluded.response\n',
        replace: 'set status = excluded.status\n',
      },
    ],
  },
  {
    file: 'platform/database/idempotency.ts',
    tests: ['tests/faults/two-processes.test.ts'],
    faults: [
      {
        fault: 'the answer of another body is kept under a key',
        find: ' and idempotency_keys.body_hash = excluded.body_hash`',
        replace: '`',
      },
    ],
  },
  {
    file: 'platform/database/database.ts',
    tests: ['platform/database/database.test.ts'],
    faults: [
      {
        fault: 'what goes on beside a failed statement writes by itself',
        find: '    isOver = true\n    await client',
        replace: '    await client',
      },
      {
        fault: 'a statement alone that a migration got in the way of is a fault',
        find: 'return retried(() => {\n        const running = run(pool, statement, values)\n        notePeak(pool)\n        return running\n      })',
        replace:
          'const running = run(pool, statement, values)\n      notePeak(pool)\n      return running',
      },
    ],
  },
  {
    file: 'platform/database/schema/migrate.ts',
    tests: ['platform/database/schema/migrate.test.ts'],
    faults: [
      {
        fault: 'a migration that requests got in the way of is given up',
        find: 'await retried(() => applyOnce(client, migration))',
        replace: 'await applyOnce(client, migration)',
      },
    ],
  },
  {
    file: 'platform/database/group-calls.ts',
    tests: ['platform/database/group-calls.test.ts'],
    faults: [
      {
        fault: 'two of one key share a run',
        find: ' || member.keys.some((key) => taken.has(key))',
        replace: '',
      },
      {
        fault: 'a run locks in the order of its arrival',
        find: 'orderOf(one) < orderOf(other) ? -1 : 1',
        replace: 'orderOf(one) < orderOf(other) ? 0 : 0',
      },
    ],
  },
  {
    file: 'platform/http/limits/admission.ts',
    tests: ['platform/http/limits/admission.test.ts'],
    faults: [
      {
        fault: 'who goes away keeps a place while its work goes on',
        find: "reply.raw.once('close',",
        replace: "reply.raw.once('finish',",
      },
    ],
  },
  {
    file: 'platform/jobs.ts',
    tests: ['platform/jobs.test.ts'],
    faults: [
      {
        fault: 'what wakes a job in the middle of its round is lost',
        find: '    else again = true\n',
        replace: '',
      },
    ],
  },
  {
    file: 'server/start/start-refusals.ts',
    tests: ['server/settings/settings.test.ts'],
    faults: [
      {
        fault: 'production runs under a plain http address',
        find: "values.PUBLIC_URL?.startsWith('https:')",
        replace: "values.PUBLIC_URL?.startsWith('http')",
      },
    ],
  },
  {
    file: 'operator/backup/back-up.ts',
    tests: ['operator/backup/backup.test.ts'],
    faults: [
      {
        fault: 'a backup is of several moments',
        find: "'begin isolation level repeatable read, read only'",
        replace: "'begin read only'",
      },
    ],
  },
  {
    file: 'server/app.ts',
    tests: ['platform/http/guard/request-guard.test.ts'],
    faults: [
      {
        fault: 'a cache may keep a passport',
        find: '(api|passport|dev|health|webhooks)',
        replace: '(api|dev|health|webhooks)',
      },
    ],
  },
  {
    file: 'platform/http/guard/request-signature.ts',
    tests: ['features/partners/partner-calls.test.ts'],
    faults: [
      {
        fault: 'a nonce is forgotten while the signature of a clock that is ahead is good',
        find: 'export const nonceLifeSeconds = 660',
        replace: 'export const nonceLifeSeconds = 360',
      },
    ],
  },
  {
    file: 'platform/http/guard/request-signature.ts',
    tests: ['platform/http/guard/request-guard.test.ts'],
    faults: [
      {
        fault: 'a signature of seven seconds ago is stale',
        find: 'past: 60_000, ahead: 10_000',
        replace: 'past: 6_000, ahead: 10_000',
      },
    ],
  },
  {
    file: 'platform/http/limits/rate-limits.ts',
    tests: ['features/sign-in/codes/send-limits.test.ts'],
    faults: [
      {
        fault: 'the shortest wait is told',
        find: 'Math.max(1, ...waits)',
        replace: 'Math.min(...waits)',
      },
      {
        fault: 'a customer of IPv6 is as many networks as they like',
        find: 'network: networkOf(address, 3)',
        replace: 'network: networkOf(address, 4)',
      },
    ],
  },
  {
    file: 'platform/http/limits/rate-limits.ts',
    tests: ['platform/http/limits/read-limits.test.ts'],
    faults: [
      {
        fault: 'a proxy’s callers are free of limits',
        find: 'return exemptsLoopback && isLoopback(request)',
        replace: 'return exemptsLoopback',
      },
    ],
  },
]
