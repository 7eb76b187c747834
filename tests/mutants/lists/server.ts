// Faults of what a serving process does beside its requests, and how long it waits.
import type { FaultyFile } from '../fault.ts'

export const server: readonly FaultyFile[] = [
  {
    file: 'features/people/tidy-sessions.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'live sessions are tidied away',
        find: "'ends_at < now()'",
        replace: "'ends_at > now()'",
      },
      {
        fault: 'keys that sign for a minute more are tidied away',
        find: "'retires_at < now()'",
        replace: "'retires_at > now()'",
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-perks.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'what a number got this year is tidied away',
        find: '`given_at < now() - ${perkLife}`)',
        replace: '`given_at < now()`)',
      },
    ],
  },
  {
    file: 'server/background.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'perks are never tidied',
        find: '  perkTidying,\n  prefixTidying,\n]',
        replace: '  prefixTidying,\n]',
      },
      {
        fault: 'messages to be forgotten wait for the next erasure',
        find: "    every(30_000, 'forgetting', () => forgetMessages(services)),\n",
        replace: '',
      },
      {
        fault: 'nothing is tidied',
        find: "    every(60_000, 'tidying', () => tidyDatabase(db, tidyings)),\n",
        replace: '',
      },
      {
        fault: 'no list of SMS is asked for',
        find: "    every(60_000, 'SMS events', () => pollSmsEvents(services)),\n",
        replace: '',
      },
      {
        fault: 'a payment without an answer is asked about after a minute',
        find: "5_000, 'payments'",
        replace: "50_000, 'payments'",
      },
      {
        fault: 'a purchase is in the public log after a quarter of a minute',
        find: "1_000, 'log'",
        replace: "15_000, 'log'",
      },
      {
        fault: 'a code waits for most of a minute',
        find: 'everyMs: 500,',
        replace: 'everyMs: 50_000,',
      },
    ],
  },
  {
    file: 'features/messages/tidy-outbox.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'messages about purchases are tidied with the codes',
        find: "`template = any('{${Object.values(codeTemplates)}}') and created_at",
        replace: "`template <> '${Object.values(codeTemplates)}' and created_at",
      },
    ],
  },
  {
    file: 'platform/database/tidy.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'nonces are tidied while they are good',
        find: "'expires_at < now()'",
        replace: "'expires_at > now()'",
      },
    ],
  },
  {
    file: 'features/messages/webhooks/answer-queries.ts',
    tests: ['server/background.test.ts'],
    faults: [
      {
        fault: 'outcomes of messages are forgotten after nine days',
        find: "interval '90 days'",
        replace: "interval '9 days'",
      },
    ],
  },
  {
    file: 'server/settings/settings.ts',
    tests: ['server/settings/settings.test.ts'],
    faults: [
      {
        fault: 'the budget of an hour is that of a day',
        find: 'hourMax: values.SMS_HOUR_MAX',
        replace: 'hourMax: values.SMS_DAY_MAX',
      },
      {
        fault: 'euros have the least amount of pounds',
        find: 'EUR: values.CARD_MINIMUM_EUR',
        replace: 'EUR: values.CARD_MINIMUM_GBP',
      },
      {
        fault: 'a budget of rewards is a hundredth',
        find: 'values.REWARDS_BUDGET * 100',
        replace: 'values.REWARDS_BUDGET',
      },
      {
        fault: 'links have two slashes',
        find: ".replace(/\\/+$/, '')\n  return {",
        replace: '\n  return {',
      },
      {
        fault: 'keys of before are those of now',
        find: 'previousSecretKey: values.SECRET_KEY_PREVIOUS',
        replace: 'previousSecretKey: values.SECRET_KEY',
      },
      {
        fault: 'codes and numbers have one key',
        find: "localKey(dataDir, 'numbers-key')",
        replace: "localKey(dataDir, 'secret-key')",
      },
      {
        fault: 'long commands go through the pooler',
        find: 'operatorDatabaseUrl: values.OPERATOR_DATABASE_URL',
        replace: 'operatorDatabaseUrl: values.DATABASE_URL',
      },
      {
        fault: 'erasures are kept beside the backups',
        find: "values.ERASURES_FILE ?? join(dataDir, 'erasures')",
        replace: "join(dataDir, 'erasures')",
      },
    ],
  },
  {
    file: 'server/start/start-refusals.ts',
    tests: ['server/settings/settings.test.ts'],
    faults: [
      {
        fault: 'production stops itself where a test asks for it',
        find: '  if (values.FAIL_AT !== undefined) {',
        replace: "  if (values.FAIL_AT === '') {",
      },
    ],
  },
  {
    file: 'server/settings/settings.ts',
    tests: ['server/settings/provider-settings.test.ts'],
    faults: [
      {
        fault: 'this machine is free of limits with a real provider',
        find: 'isSandbox(providers.sms) && !values.LIMITS_ON_LOOPBACK',
        replace: '!values.LIMITS_ON_LOOPBACK',
      },
    ],
  },
  {
    file: 'server/settings/provider-settings.ts',
    tests: ['server/settings/provider-settings.test.ts'],
    faults: [
      {
        fault: 'the tables of played pushes are not made',
        find: "    passCertificates === undefined && 'sandbox_push',\n",
        replace: "    passCertificates !== undefined && 'sandbox_push',\n",
      },
    ],
  },
  {
    file: 'server/pages/web-documents.ts',
    tests: ['server/pages/image-hosts.test.ts'],
    faults: [
      {
        fault: 'nobody is told that passes are played',
        find: "    passCertificates === undefined && 'passes',\n",
        replace: '',
      },
    ],
  },
  {
    file: 'server/guard-providers.ts',
    tests: ['server/guard-providers.test.ts'],
    faults: [
      {
        fault: 'a refund waits for its provider for ever',
        find: "refund: guard('cards.refund', cards.refund, paymentTimeoutMs)",
        replace: 'refund: cards.refund',
      },
      {
        fault: 'what went back is waited for for ever',
        find: "findReturned: guard('cards.returned', cards.findReturned, paymentTimeoutMs)",
        replace: 'findReturned: cards.findReturned',
      },
      {
        fault: 'forgetting waits for ever',
        find: "forget: guard('sms.forget', sms.forget, smsForgetTimeoutMs)",
        replace: 'forget: sms.forget',
      },
      {
        fault: 'a push waits for ever',
        find: "{ ...passPush, push: guard('passes.push', passPush.push, pushTimeoutMs) }",
        replace: 'passPush',
      },
      {
        fault: 'rates are waited for for ever',
        find: "{ latest: guard('rates.latest', rates.latest, ratesTimeoutMs) }",
        replace: 'rates',
      },
    ],
  },
  {
    file: 'providers/sms/sms-provider.ts',
    tests: ['server/guard-providers.test.ts'],
    faults: [
      {
        fault: 'who asks for a code waits half a minute for its SMS',
        find: 'smsTimeoutMs = 3_000',
        replace: 'smsTimeoutMs = 30_000',
      },
      {
        fault: 'an erasure waits minutes for the provider of SMS',
        find: 'smsForgetTimeoutMs = 20_000',
        replace: 'smsForgetTimeoutMs = 200_000',
      },
    ],
  },
  {
    file: 'providers/cards/card-provider.ts',
    tests: ['server/guard-providers.test.ts'],
    faults: [
      {
        fault: 'a buyer waits more than a minute for a card',
        find: 'paymentTimeoutMs = 8_000',
        replace: 'paymentTimeoutMs = 80_000',
      },
    ],
  },
  {
    file: 'server/pages/web-routes.ts',
    tests: ['server/pages/web-routes.test.ts'],
    faults: [
      {
        fault: 'while the database is away, everybody is led into an app that does not open',
        find: '      () => false,\n',
        replace: '      () => true,\n',
      },
      {
        fault: 'whoever is signed in is asked for a number again',
        find: 'if (await hasSession(request)) return leadOn(reply)',
        replace: 'await hasSession(request)',
      },
      {
        fault: 'a link’s language does not open the app in it',
        find: 'shell[namedLanguage(request) ?? pageLanguage(request)]',
        replace: 'shell[pageLanguage(request)]',
      },
      {
        fault: 'an address below a certificate’s leads home',
        find: '(api|passport|passkit|dev|health|assets|log|c)',
        replace: '(api|passport|passkit|dev|health|assets|log)',
      },
    ],
  },
  {
    file: 'server/settings/settings-shape.ts',
    tests: ['server/settings/settings.test.ts'],
    faults: [
      {
        fault: 'a rotated terminal signs for a day where nobody says more',
        find: 'max(2_160).default(72)',
        replace: 'max(2_160).default(24)',
      },
      {
        fault: 'a card pays from two lira on',
        find: 'CARD_MINIMUM_TRY: cardMinimum(2_000)',
        replace: 'CARD_MINIMUM_TRY: cardMinimum(200)',
      },
      {
        fault: 'a start leaves the schema as it is where nobody says so',
        find: 'MIGRATE_ON_START: flag.default(true)',
        replace: 'MIGRATE_ON_START: flag.default(false)',
      },
      {
        fault: 'a key in base64url is read as hex',
        find: "text.length === 64 ? 'hex' : 'base64url'",
        replace: "'hex'",
      },
    ],
  },
  {
    file: 'server/pages/web-documents.ts',
    tests: ['server/pages/web-routes.test.ts'],
    faults: [
      {
        fault: 'the secret key of Stripe stands on every page',
        find: '${cards.publishableKey}',
        replace: '${cards.secretKey}',
      },
    ],
  },
  {
    file: 'server/start/cluster.ts',
    tests: ['tests/faults/started-again.test.ts'],
    faults: [
      {
        fault: 'a process that starts again looks for the database where it was at first',
        find: 'DATABASE_URL: database.url,',
        replace: 'DATABASE_URL: (process.env.FIRST_DATABASE_URL ??= database.url),',
      },
      {
        fault: 'no serving process hears that the database moved',
        find: "if (worker.isConnected()) worker.send({ kind: 'moved', url } satisfies Message)",
        replace: 'void url',
      },
      {
        fault: 'a process that still starts does not hear that the database moved',
        find: "if (message.kind === 'moved') void started.then((serving) => serving.moveTo(message.url))",
        replace: '',
      },
    ],
  },
  {
    file: 'server/start/serve.ts',
    tests: ['server/start/serve.test.ts'],
    faults: [
      {
        fault: 'a database that moved while its process started is looked for where it was',
        find: 'if (database.url !== firstUrl) await serving.moveTo(database.url)',
        replace: '',
      },
      {
        fault: 'one serving process hears of no later move',
        find: 'database.onMoved((url) => void serving.moveTo(url))',
        replace: '',
      },
    ],
  },
]
