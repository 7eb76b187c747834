// Faults of what the pages of features show.
import type { FaultyFile } from '../fault.ts'

export const pages: readonly FaultyFile[] = [
  {
    file: 'features/boards/web/board-table.tsx',
    tests: ['features/boards/web/board-table.test.tsx'],
    faults: [
      {
        fault: 'nothing has a medal',
        find: 'score > 0 ? medals[rank - 1] : undefined',
        replace: 'medals[rank - 1]',
      },
      {
        fault: 'free places are told on each of them',
        find: 'place === held ?',
        replace: 'place >= held ?',
      },
      {
        fault: 'kilograms have no unit',
        find: "const score = kind === 'offsets' ? formatKg : formatCount",
        replace: "const score = kind === 'eco' ? formatKg : formatCount",
      },
    ],
  },
  {
    file: 'features/boards/web/league-locks.ts',
    tests: ['features/boards/web/league-locks.test.ts'],
    faults: [
      {
        fault: 'the way to a league is longer with each point',
        find: 'leagueStarts[kind][league] - score)',
        replace: 'leagueStarts[kind][league] + score)',
      },
      {
        fault: 'less than nothing is missing',
        find: 'Math.max(0, leagueStarts[kind][league] - score)',
        replace: 'leagueStarts[kind][league] - score',
      },
    ],
  },
  {
    file: 'features/reward-claims/web/claim-record.ts',
    tests: ['features/reward-claims/web/claim-record.test.ts'],
    faults: [
      {
        fault: 'a tab goes on with another person’s claim',
        find: '      .filter((claim) => claim.passportId === passportId)\n',
        replace: '',
      },
      {
        fault: 'one claim takes another’s place',
        find: 'prefix + claim.reward.reward_id, JSON',
        replace: 'prefix, JSON',
      },
    ],
  },
  {
    file: 'features/achievements/web/rewards/reward-words.ts',
    tests: ['features/achievements/web/rewards/reward-words.test.ts'],
    faults: [
      {
        fault: 'a gift is told as one’s own',
        find: '  if (gift)\n    return texts.gifts_given',
        replace: '  if (!gift)\n    return texts.gifts_given',
      },
      {
        fault: 'one’s own number is told as none',
        find: '      return texts.rewards_own_number()\n',
        replace: '      return texts.rewards_recipient_required()\n',
      },
    ],
  },
  {
    file: 'features/verify/web/verify-result.tsx',
    tests: ['features/verify/web/verify-result.test.tsx'],
    faults: [
      {
        fault: 'a certificate without a signature is proven',
        find: "checks.signature === 'unknown' || checks.entry",
        replace: 'checks.entry',
      },
      {
        fault: 'an unfinished replacement is proven',
        find: " || checks.entry === 'unknown' ?",
        replace: ' ?',
      },
      {
        fault: 'what failed is told as proven',
        find: "{verdict === 'fails' ? null : (",
        replace: "{verdict === 'unknown' ? null : (",
      },
    ],
  },
  {
    file: 'features/verify/web/use-verification.ts',
    tests: ['features/verify/web/use-verification.test.ts'],
    faults: [
      {
        fault: 'the verdict on an earlier certificate stands beside a later one',
        find: 'if (turn === latest) tell(next)',
        replace: 'tell(next)',
      },
    ],
  },
  {
    file: 'features/verify/web/published-log.ts',
    tests: ['features/verify/web/published-log.test.ts'],
    faults: [
      {
        fault: 'a certificate of before a restore is checked against the log of today',
        find: '    if (nameOf(former.key) === origin) return former\n',
        replace: '',
      },
      {
        fault: 'a log without a checkpoint just now is no log',
        find: '      .catch(() => null),\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/verify/web/find-certificate.ts',
    tests: ['features/verify/web/published-log.test.ts'],
    faults: [
      {
        fault: 'a closed certificate passes for a server that fails',
        find: "    if (answer.status === 404) return { kind: 'missing', why: 'not_found' }\n",
        replace: '',
      },
      {
        fault: 'a server’s error is read as a certificate',
        find: "    if (!answer.ok) return { kind: 'missing', why: 'no_answer' }\n",
        replace: '',
      },
      {
        fault: 'an endless answer is read whole',
        find: '(await answer.text()).slice(0, certificateMaxLength + 1)',
        replace: 'await answer.text()',
      },
    ],
  },
  {
    file: 'features/certificates/web/certificate-calls.ts',
    tests: ['features/certificates/web/certificate-calls.test.ts'],
    faults: [
      {
        fault: 'a name that was taken away is an empty one',
        find: 'const rawBody = JSON.stringify({ name: name || null })',
        replace: 'const rawBody = JSON.stringify({ name })',
      },
      {
        fault: 'a certificate is closed by reading it',
        find: "{ method: 'DELETE' }",
        replace: "{ method: 'GET' }",
      },
      {
        fault: 'no network is told as our fault',
        find: '  if (isUnreached(error)) return texts.common_no_connection()\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/catalogue/web/offer/batch-choice.tsx',
    tests: ['features/catalogue/web/offer/batch-choice.test.tsx'],
    faults: [
      {
        fault: 'a sold out batch can be chosen',
        find: 'disabled={batch.kg_available === 0}',
        replace: 'disabled={false}',
      },
      {
        fault: 'the chosen batch is folded away',
        find: ' || batch.id === chosenId,',
        replace: ',',
      },
      {
        fault: 'what is withdrawn is called sold out',
        find: '  if (!batch.is_offered) return',
        replace: '  if (batch.is_offered && batch.kg_available < 0) return',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/project-card.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'what was never on sale is called sold out',
        find: 'project.batch_count > 0 && project.available_kg === 0',
        replace: 'project.available_kg === 0',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/registry-link.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'any address is a way out',
        find: "protocol === 'https:' ? url : undefined",
        replace: "protocol !== '' ? url : undefined",
      },
      {
        fault: 'the registry learns which page sent us',
        find: 'rel="noopener noreferrer"',
        replace: 'rel="noopener"',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/country-name.ts',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'what lies in several countries lies in none',
        find: "const international = 'XZ'",
        replace: "const international = 'WW'",
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/sdg-tiles.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'a goal stands there twice',
        find: 'const known = [...new Set(goals)]',
        replace: 'const known = [...goals]',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/weekly-chart.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'steps of 250 are steps of 500',
        find: '[1, 2, 2.5, 5, 10].find',
        replace: '[1, 2, 5, 10].find',
      },
    ],
  },
]
