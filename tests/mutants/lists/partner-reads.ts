// Faults of what partners read, and of what is told of their terminals.
import type { FaultyFile } from '../fault.ts'

export const partnerReads: readonly FaultyFile[] = [
  {
    file: 'features/partners/read-routes.ts',
    tests: ['features/partners/partner-reads.test.ts'],
    faults: [
      {
        fault: 'a list of credits may be read again by whoever copies the call',
        find: "      if (await isReplayed(request)) return sendProblem(reply, problem('replayed'))\n      const { cursor",
        replace: '      const { cursor',
      },
      {
        fault: 'a credit may be read again by whoever copies the call',
        find: "      if (await isReplayed(request)) return sendProblem(reply, problem('replayed'))\n      const { id }",
        replace: '      const { id }',
      },
      {
        fault: 'the next page has another length',
        find: 'cursor: last.id, limit: String(limit)',
        replace: 'cursor: last.id',
      },
      {
        fault: 'a credit was taken back when it was given',
        find: 'reversed_at: reversed_at?.toISOString() ?? null',
        replace: 'reversed_at: reversed_at === null ? null : created_at.toISOString()',
      },
      {
        fault: 'a partner reads no logo',
        find: '    logo_url,\n    created_at: created_at',
        replace: '    logo_url: null,\n    created_at: created_at',
      },
    ],
  },
  {
    file: 'features/partners/partner-check.ts',
    tests: ['features/partners/partner-calls.test.ts'],
    faults: [
      {
        fault: 'the log does not say which terminal called',
        find: 'logFields: { terminal }',
        replace: 'logFields: {}',
      },
    ],
  },
  {
    file: 'features/partners/partner-queries.ts',
    tests: ['operator/commands/partner-commands.test.ts'],
    faults: [
      {
        fault: 'a terminal that is replaced is told as over while it signs',
        find: 't.id is not null and (t.retires_at is null or t.retires_at > now()) as signs',
        replace: 't.id is not null and t.retires_at is null as signs',
      },
    ],
  },
  {
    file: 'features/passport/read-profile.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'first and last name change places',
        find: 'firstName: row.first_name,\n    lastName: row.last_name',
        replace: 'firstName: row.last_name,\n    lastName: row.first_name',
      },
    ],
  },
]
