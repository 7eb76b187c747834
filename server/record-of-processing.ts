// Writes the record of processing (Article 30 GDPR) from the words of all own-data parts and of the processing that
// belongs to no passport.

import { prefixesKept } from '#features/messages/limits/code-prefixes.ts'
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import {
  type KeptUntil,
  legalBases,
  type Processing,
  recipients,
} from '#features/people/processing-words.ts'
import { sessionHours } from '#features/staff/sessions/staff-session-queries.ts'
import { eventsKept } from '#platform/database/audit/provider-events.ts'
import { periodText } from '#platform/database/period.ts'
import { nonceLifeSeconds } from '#platform/http/guard/request-signature.ts'

/** Processing of data that no passport owns, by its title. */
const otherProcessing: Readonly<Record<string, Processing>> = {
  'limits and abuse': {
    data: 'keyed hashes of numbers and addresses with counts, blocks of numbers, nonces of signed calls, statistics of ranges of numbers',
    purpose: 'refuse guesses of codes, floods of messages and replayed calls',
    basis: 'legitimate interest',
    retention: [
      ['counts', 'the end of their window'],
      ['nonces', { count: nonceLifeSeconds, unit: 'seconds' }],
      ['statistics of ranges', prefixesKept],
      ['blocks', 'staff end them'],
    ],
    recipients: [],
  },
  'events of providers': {
    data: 'ids of handled events of the card and SMS providers',
    purpose: 'handle each event once',
    basis: 'contract',
    retention: [['ids', eventsKept]],
    recipients: [],
  },
  'staff and audit trail': {
    data: 'name, address, roles and passkeys of members of staff; who did or read what, with ids and reasons',
    purpose: 'give access by role, and prove who did what',
    basis: 'legitimate interest',
    retention: [
      ['sessions', { count: sessionHours, unit: 'hours' }],
      ['members', 'for good, ended ones without passkeys'],
      ['audit trail', 'for good'],
    ],
    recipients: [],
  },
  'terminals of partners': {
    data: 'name and key of each terminal, and its calls that gave or took credits',
    purpose: 'let a partner fund wallets by signed calls',
    basis: 'contract',
    retention: [
      ['terminals', 'they end'],
      ['credits', 'for good, as books of account'],
    ],
    recipients: ['programme'],
  },
}

/** Returns docs/record-of-processing.md. Throws for a part without words. */
export function recordOfProcessing(parts: readonly OwnDataPart[]): string {
  const own = parts.map(({ title, processing }) => [title, processing] as const)
  return [
    ...heading,
    ...[...own, ...Object.entries(otherProcessing)].flatMap(([title, processing]) =>
      sectionOf(title, processing),
    ),
    ...footing,
  ].join('\n')
}

const heading = [
  '# Record of processing',
  '',
  'The record that Article 30 GDPR asks of the operator, as the controller. `npm run processing-record` writes it from the',
  'code; a test fails where it is stale. Each period is the constant that the code uses.',
  '',
  '- Controller: `SELLER_NAME`, `SELLER_ADDRESS`, `SUPPORT_EMAIL` of the installation. The operator adds its representative',
  '  and its data protection officer, if it has them.',
  '- People: users with a passport, receivers of gifts without one, members of staff, contacts of partners.',
  '- Transfers to third countries: as far as the chosen providers process there. The operator keeps their agreements.',
  '- Security: [security.md](security.md). Backups have the same data, and `restore` repeats the deletions.',
  '- A user exports and deletes the data in Settings ([product.md](product.md#retention)).',
  '',
]

const footing = [
  '## Recipients',
  '',
  '| Recipient | Who it is |',
  '|---|---|',
  ...Object.entries(recipients).map(([name, words]) => `| ${name} | ${words} |`),
  '',
]

function sectionOf(title: string, processing: Processing): string[] {
  const { data, purpose, basis, retention, recipients: receivers } = processing
  const words = [title, data, purpose, ...retention.map(([kind]) => kind)]
  if (retention.length === 0 || words.some((each) => each.trim() === '')) {
    throw new Error(`The record of processing lacks words for "${title}".`)
  }
  return [
    `## ${title.slice(0, 1).toUpperCase()}${title.slice(1)}`,
    '',
    '| | |',
    '|---|---|',
    `| Data | ${data} |`,
    `| Purpose | ${purpose} |`,
    `| Legal basis, Article 6(1) | ${legalBases[basis]} |`,
    `| Kept | ${retention.map(([kind, until]) => `${kind}: ${untilText(until)}`).join('<br>')} |`,
    `| Recipients | ${['staff of the operator', ...receivers].join(', ')} |`,
    '',
  ]
}

function untilText(until: KeptUntil): string {
  if (typeof until !== 'string') return periodText(until)
  return until.startsWith('for good') ? until : `until ${until}`
}
