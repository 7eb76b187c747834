// Faults of how long and how much a process takes, of what it tells browsers, and of its database.
import type { FaultyFile } from '../fault.ts'

export const bounds: readonly FaultyFile[] = [
  {
    file: 'platform/http/guard/request-guard.ts',
    tests: ['platform/http/guard/request-guard.test.ts', 'features/partners/partner-calls.test.ts'],
    faults: [
      {
        fault: 'a partner’s body may name a field twice',
        find: "  const strict = config.access === 'signed' || config.access === 'partner'",
        replace: "  const strict = config.access === 'signed'",
      },
      {
        fault: 'an https page of this machine is our own',
        find: "protocol === 'http:' && loopbackNames",
        replace: 'loopbackNames',
      },
    ],
  },
  {
    file: 'platform/http/pages/security-headers.ts',
    tests: ['platform/http/guard/request-guard.test.ts'],
    faults: [
      {
        fault: 'forms may lead anywhere',
        find: '        formAction: self,\n',
        replace: '',
      },
      {
        fault: 'a page may move its base',
        find: '        baseUri: none,\n',
        replace: '',
      },
      {
        fault: 'a page may be framed by others',
        find: '        frameAncestors: none,\n',
        replace: '',
      },
    ],
  },
  {
    file: 'platform/http/client-error.ts',
    tests: ['platform/http/guard/refused-requests.test.ts'],
    faults: [
      {
        fault: 'a request that takes too long is a bad one',
        find: "  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',\n",
        replace: '',
      },
    ],
  },
  {
    file: 'platform/http/limits/connection-limits.ts',
    tests: ['platform/http/guard/refused-requests.test.ts'],
    faults: [
      {
        fault: 'headers may take a minute',
        find: 'headersTimeout: 5_000',
        replace: 'headersTimeout: 60_000',
      },
      {
        fault: 'a body may take minutes',
        find: 'requestTimeout: 15_000',
        replace: 'requestTimeout: 150_000',
      },
      {
        fault: 'a kept connection ends before a proxy’s',
        find: 'keepAliveTimeout: 65_000',
        replace: 'keepAliveTimeout: 5_000',
      },
      {
        fault: 'silence may last five minutes',
        find: 'connectionTimeout: 30_000',
        replace: 'connectionTimeout: 300_000',
      },
    ],
  },
  {
    file: 'platform/http/limits/connection-limits.ts',
    tests: ['platform/http/limits/connections.test.ts'],
    faults: [
      {
        fault: 'all who come by a proxy share its connections',
        find: 'if (trustedProxies > 0 || isLoopbackAddress(remoteAddress))',
        replace: 'if (isLoopbackAddress(remoteAddress))',
      },
    ],
  },
  {
    file: 'platform/http/health.ts',
    tests: ['platform/http/health.test.ts'],
    faults: [
      {
        fault: 'a process is ready while it drains',
        find: '!draining && rows',
        replace: 'rows',
      },
      {
        fault: 'a process is ready without the newest migration',
        find: '(rows[0]?.number ?? 0) >= expected',
        replace: '(rows[0]?.number ?? 0) > 0',
      },
    ],
  },
  {
    file: 'platform/http/pages/entity-tag.ts',
    tests: ['platform/http/pages/page-language.test.ts'],
    faults: [
      {
        fault: 'a tag that a proxy marked as weak is another',
        find: "tag.trim().replace(/^W\\//, '')",
        replace: 'tag.trim()',
      },
      {
        fault: 'the star is no tag',
        find: " || tags.includes('*')",
        replace: '',
      },
    ],
  },
  {
    file: 'platform/http/pages/page-language.ts',
    tests: ['platform/http/pages/page-language.test.ts'],
    faults: [
      {
        fault: 'a chosen language is forgotten after minutes',
        find: '{ ...attributes, maxAge: cookieLifeSeconds }',
        replace: '{ ...attributes, maxAge: 365 }',
      },
    ],
  },
  {
    file: 'server/pages/static-files.ts',
    tests: ['platform/http/pages/page-language.test.ts'],
    faults: [
      {
        fault: 'every file is kept for a year',
        find: "path.includes('/assets/')",
        replace: "path.includes('/')",
      },
    ],
  },
  {
    file: 'platform/keys.ts',
    tests: ['platform/keys.test.ts'],
    faults: [
      {
        fault: 'partners and browsers share their keys',
        find: "derive(secret, 'partner terminals')",
        replace: "derive(secret, 'terminals')",
      },
      {
        fault: 'gifts of two givers to a number are seen to meet',
        find: '`${giverId} ${phone}`',
        replace: 'phone',
      },
      {
        fault: 'the fingerprint of a key is a hash under it',
        find: "under('fingerprint of the key of numbers')('')",
        replace: "under('numbers')('')",
      },
    ],
  },
  {
    file: 'platform/database/database.ts',
    tests: ['platform/database/database.test.ts'],
    faults: [
      {
        fault: 'a database without connections is our fault',
        find: '/^(08|53|57P|55P03|57014)/',
        replace: '/^(08|57P|55P03|57014)/',
      },
      {
        fault: 'a database that says nothing is waited for',
        find: 'if (used.has(client)) stream.destroy(',
        replace: 'if (used.has(client) && silentMs < 0) stream.destroy(',
      },
      {
        fault: 'a connection that nobody uses is ended for its silence',
        find: 'if (used.has(client)) stream.destroy(',
        replace: 'stream.destroy(',
      },
      {
        fault: 'a range that another took meanwhile is our fault',
        find: "new Set(['40001', '40P01', '23P01'])",
        replace: "new Set(['40001', '40P01'])",
      },
      {
        fault: 'a transaction may stand idle for a minute',
        find: 'idle_in_transaction_session_timeout: 5_000',
        replace: 'idle_in_transaction_session_timeout: 60_000',
      },
      {
        fault: 'patience is not for locks',
        find: 'waits.lock_timeout * patience',
        replace: 'waits.lock_timeout',
      },
    ],
  },
  {
    file: 'platform/database/group-calls.ts',
    tests: ['platform/database/group-calls.test.ts'],
    faults: [
      {
        fault: 'a run of callers with keys has no end',
        find: 'group.length === groupMax || member',
        replace: 'member',
      },
    ],
  },
  {
    file: 'platform/database/idempotency.ts',
    tests: ['features/purchases/reserve/repeated-purchases.test.ts'],
    faults: [
      {
        fault: 'a stopped call is gone on with after seconds',
        find: "now() + interval '30 seconds'",
        replace: "now() + interval '3 seconds'",
      },
      {
        fault: 'an answer that was kept is dropped',
        find: 'delete from idempotency_keys where ${effectColumn} = $1 and status is null',
        replace: 'delete from idempotency_keys where ${effectColumn} = $1',
      },
    ],
  },
  {
    file: 'platform/http/pages/security-headers.ts',
    tests: ['platform/http/pages/security-headers.test.ts'],
    faults: [
      {
        fault: 'browsers forget https after hours',
        find: 'maxAge: 31_536_000',
        replace: 'maxAge: 31_536',
      },
    ],
  },
  {
    file: 'platform/http/pages/secure-cookies.ts',
    tests: ['platform/http/pages/security-headers.test.ts'],
    faults: [
      {
        fault: 'a cookie of another host goes over http',
        find: "protocol === 'https:' || !loopbackNames.has(hostname)",
        replace: "protocol === 'https:'",
      },
    ],
  },
  {
    file: 'platform/log.ts',
    tests: ['platform/log.test.ts'],
    faults: [
      {
        fault: 'an error’s message is in the log',
        find: 'error: error.name,',
        replace: 'error: error.message,',
      },
      {
        fault: 'a person’s id is in the log',
        find: "return hash('sha256', passportId).slice(0, 12)",
        replace: 'return passportId',
      },
    ],
  },
]
