// Faults of messages: which leave, which wait, what became of them, and what the operator is told.
import type { FaultyFile } from '../fault.ts'

export const messagesLeft: readonly FaultyFile[] = [
  {
    file: 'features/notifications/permit-sms.ts',
    tests: ['features/notifications/sms-permits.test.ts'],
    faults: [
      {
        fault: 'the shortest of several waits is told',
        find: 'Math.max(1, ...waits)',
        replace: 'Math.max(1, Math.min(...waits))',
      },
      {
        fault: 'messages count as codes that nobody types',
        find: 'isCode(sms.template) && isShared(sms)',
        replace: 'isShared(sms)',
      },
      {
        fault: 'what STOP holds back uses a budget up',
        find: '!row.is_counted && !isStopped(sms)',
        replace: '!row.is_counted',
      },
      {
        fault: 'a counted message leaves to a country that is served no more',
        find: 'isRefused ? neverToNumber : (refusalOf.get(id) ?? null)',
        replace: 'isRefused && !row.is_counted ? neverToNumber : (refusalOf.get(id) ?? null)',
      },
      {
        fault: 'a counted code leaves to a country that is served no more',
        find: 'if (isCountedCode && !isRefusedNumber(sms.to, services.settings)) {',
        replace: 'if (isCountedCode) {',
      },
    ],
  },
  {
    file: 'features/notifications/sms-limits.ts',
    tests: ['features/notifications/sms-permits.test.ts'],
    faults: [
      {
        fault: 'the operator never hears of half of a day’s budget',
        find: "['sms/hour', 'sms/day'].includes(bucket)",
        replace: "['sms/hour'].includes(bucket)",
      },
    ],
  },
  {
    file: 'features/notifications/queries.ts',
    tests: ['features/notifications/sms-permits.test.ts'],
    faults: [
      {
        fault: 'a move to which somebody objected is told all the same',
        find: ' and m.objected_at is null',
        replace: '',
      },
      {
        fault: 'a message is given up after a day',
        find: 'postponedMaxHours = 48',
        replace: 'postponedMaxHours = 24',
      },
    ],
  },
  {
    file: 'features/notifications/send-messages.ts',
    tests: ['features/notifications/sms-permits.test.ts'],
    faults: [
      {
        fault: 'a purchase that was taken back is news',
        find: '  if (purchase.is_taken_back) return null\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/notifications/queries.ts',
    tests: ['features/notifications/send-messages.test.ts'],
    faults: [
      {
        fault: 'a second STOP is not remembered',
        find: 'do update set stopped_at = now(), ended_at = null',
        replace: 'do update set stopped_at = now(), ended_at = stopped_numbers.ended_at',
      },
    ],
  },
  {
    file: 'features/notifications/answer-queries.ts',
    tests: ['features/notifications/twilio-events.test.ts'],
    faults: [
      {
        fault: 'START wins over STOP of the same second',
        find: '<= excluded.stopped_at',
        replace: '< excluded.stopped_at',
      },
      {
        fault: 'START ends a STOP of the same second',
        find: '< excluded.ended_at',
        replace: '<= excluded.ended_at',
      },
      {
        fault: 'a message that arrived keeps the reason why it did not',
        find: 'set outcome = excluded.outcome, error_code = null,',
        replace: 'set outcome = excluded.outcome, error_code = sms_outcomes.error_code,',
      },
      {
        fault: 'a message arrives as often as it is told',
        find: 'returning old.provider_id is null as is_new',
        replace: 'returning true as is_new',
      },
    ],
  },
  {
    file: 'features/notifications/list-messages.ts',
    tests: ['operator/people-commands.test.ts'],
    faults: [
      {
        fault: 'a receiver’s gift messages are not among theirs',
        find: 'from purchases where recipient_id = $1',
        replace: 'from purchases where recipient_id = $1 and false',
      },
    ],
  },
  {
    file: 'features/notifications/list-messages.ts',
    tests: ['operator/support-commands.test.ts'],
    faults: [
      {
        fault: 'messages list --dead lists all',
        find: "not $1::bool or o.state = 'dead'",
        replace: "$1::bool is not null or o.state = 'dead'",
      },
    ],
  },
  {
    file: 'features/notifications/watch-outbox.ts',
    tests: ['server/watch-figures.test.ts'],
    faults: [
      {
        fault: 'what is not due counts as waiting',
        find: "where state = 'queued' and due_at <= now()",
        replace: "where state = 'queued'",
      },
      {
        fault: 'the newest message tells the lag',
        find: 'min(due_at)',
        replace: 'max(due_at)',
      },
    ],
  },
  {
    file: 'features/log/append/watch-lag.ts',
    tests: ['server/watch-figures.test.ts'],
    faults: [
      {
        fault: 'the newest posting tells how far the public log is behind',
        find: 'order by p.id limit 1',
        replace: 'order by p.id desc limit 1',
      },
      {
        fault: 'what the public log has taken counts as waiting for it',
        find: 'where p.id > h.taken_through',
        replace: 'where true',
      },
    ],
  },
]
