// Faults of messages: which leave, which wait, what became of them, and what the operator is told.
import type { FaultyFile } from '../fault.ts'

export const messagesLeft: readonly FaultyFile[] = [
  {
    file: 'features/messages/limits/permit-sms.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
    faults: [
      {
        fault: 'the shortest of several waits is told',
        find: 'Math.max(1, ...waits)',
        replace: 'Math.max(1, Math.min(...waits))',
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
    file: 'features/messages/limits/sms-limits.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
    faults: [
      {
        fault: 'the operator never hears of half of a day’s budget',
        find: "['sms/hour', 'sms/day'].includes(bucket)",
        replace: "['sms/hour'].includes(bucket)",
      },
    ],
  },
  {
    file: 'features/messages/message-queries.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
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
    file: 'features/messages/send-messages.ts',
    tests: ['features/messages/message-language.test.ts'],
    faults: [
      {
        fault: 'a message shouts a project’s name as its registry writes it',
        find: 'readableProjectName(purchase.project_name)',
        replace: 'purchase.project_name',
      },
    ],
  },
  {
    file: 'features/messages/send-messages.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
    faults: [
      {
        fault: 'people are told of a purchase that was taken back',
        find: '  if (purchase.is_taken_back) return null\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/messages/message-queries.ts',
    tests: ['features/messages/send-messages.test.ts'],
    faults: [
      {
        fault: 'a second STOP is not remembered',
        find: 'do update set stopped_at = now(), ended_at = null',
        replace: 'do update set stopped_at = now(), ended_at = stopped_numbers.ended_at',
      },
      {
        fault: 'what was sent at last keeps its error',
        find: 'provider_id = given.provider_id,\n     last_error = null',
        replace: 'provider_id = given.provider_id',
      },
    ],
  },
  {
    file: 'features/messages/message-queries.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
    faults: [
      {
        fault: 'a message that waits for a budget has all its tries anew',
        find: 'greatest(0, o.attempts - 1)',
        replace: 'least(0, o.attempts - 1)',
      },
    ],
  },
  {
    file: 'features/purchases/states/state-sql.ts',
    tests: ['features/messages/limits/sms-permits.test.ts'],
    faults: [
      {
        fault: 'nobody is told of kilograms that stayed with them',
        find: ' and not ${table}.keeps_kilograms)',
        replace: ')',
      },
    ],
  },
  {
    file: 'features/messages/webhooks/answer-queries.ts',
    tests: ['features/messages/webhooks/twilio-events.test.ts'],
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
        fault: 'an earlier START ends the STOP that came after it',
        find: 'stopped_at = excluded.stopped_at, ended_at = null\n',
        replace: 'ended_at = null\n',
      },
      {
        fault: 'of two STOPs the first is kept',
        find: 'where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at) <= ',
        replace: 'where stopped_numbers.ended_at <= ',
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
    file: 'features/messages/list-messages.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
      {
        fault: 'a receiver’s gift messages are not among theirs',
        find: 'from purchases where recipient_id = $1',
        replace: 'from purchases where recipient_id = $1 and false',
      },
      {
        fault: 'the operator does not learn whether a message arrived',
        find: 's on s.provider_id = o.provider_id',
        replace: 's on s.provider_id = o.subject',
      },
      {
        fault: 'messages list names no purchase',
        find: "left join purchases p on p.id::text = o.subject and o.recipient in ('buyer', 'recipient')",
        replace:
          "left join purchases p on p.tx_id = o.subject and o.recipient in ('buyer', 'recipient')",
      },
      {
        fault: 'a person’s oldest messages come first',
        find: 'order by o.id desc limit $3',
        replace: 'order by o.id limit $3',
      },
    ],
  },
  {
    file: 'features/messages/list-messages.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'messages list --dead lists all',
        find: "not $1::bool or o.state = 'dead'",
        replace: "$1::bool is not null or o.state = 'dead'",
      },
    ],
  },
  {
    file: 'features/messages/watch-outbox.ts',
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
      {
        fault: 'what a phone does not want counts as given up',
        find: "from outbox where state = 'dead'`",
        replace: "from outbox where state in ('dead', 'withheld')`",
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
  {
    file: 'features/messages/notices.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'the former number reads the new one whole',
        find: "'sms_number_left', { phone: maskPhone(noticed.phone) }",
        replace: "'sms_number_left', { phone: noticed.phone }",
      },
      {
        fault: 'notices speak the number’s language, not their reader’s',
        find: 'readerLanguage(noticed.language, to)',
        replace: 'readerLanguage(null, to)',
      },
      {
        fault: 'the new number is led past its settings',
        find: 'const url = `${publicUrl}/app/settings`',
        replace: 'const url = `${publicUrl}/app`',
      },
    ],
  },
  {
    file: 'features/messages/notices.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'the present number reads the announced one whole',
        find: 'phone: maskPhone(moving_to), url',
        replace: 'phone: moving_to, url',
      },
      {
        fault: 'the present number reads itself as the one to move to',
        find: 'phone: maskPhone(moving_to), url',
        replace: 'phone: maskPhone(noticed.phone), url',
      },
    ],
  },
  {
    file: 'features/messages/notices.ts',
    tests: ['features/own-data/sessions.test.ts'],
    faults: [
      {
        fault: 'an unknown device has no words',
        find: "names.join(', ') || textIn(language, 'sms_unknown_device')",
        replace: "names.join(', ')",
      },
    ],
  },
  {
    file: 'features/messages/message-own-data.ts',
    tests: ['features/own-data/erased-number.test.ts'],
    faults: [
      {
        fault: 'a START stays of who is erased',
        find: '    if (phone !== null) await tx.run(eraseStarted, [numbers.hashOf(phone)])\n',
        replace: '',
      },
      {
        fault: 'a START stays of a number that was left',
        find: '      await tx.run(eraseStarted, [numbers.hashOf(former)])\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/messages/send-messages.ts',
    tests: ['features/messages/send-messages.test.ts'],
    faults: [
      {
        fault: 'what is given up counts as tried again',
        find: "recordMessage(template, isOver ? 'dead' : 'retried')",
        replace: "recordMessage(template, isOver ? 'retried' : 'dead')",
      },
      {
        fault: 'what was sent is not counted',
        find: '    recordMessage(template, outcome)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/messages/limits/code-prefixes.ts',
    tests: ['features/messages/limits/code-prefixes.test.ts'],
    faults: [
      {
        fault: 'codes typed of the last fifty count for the next',
        find: 'set sends = 0, conversions = 0, updated_at',
        replace: 'set sends = 0, updated_at',
      },
      {
        fault: 'the figures leave out a range of ten codes',
        find: 'where sends >= ${shownSendsMin}',
        replace: 'where sends > ${shownSendsMin}',
      },
      {
        fault: 'codes typed at once count as one',
        find: 'least(c.conversions + typed.count, c.sends)',
        replace: 'least(c.conversions + 1, c.sends)',
      },
    ],
  },
  {
    file: 'features/purchases/request-message.ts',
    tests: ['features/purchases/complete/gifts.test.ts'],
    faults: [
      {
        fault: 'a call for a message may be played again',
        find: "    if (fresh.size === 0) return problem('replayed')\n",
        replace: '',
      },
      {
        fault: 'a number in another spelling is not the recipient’s',
        find: 'canonicalPhone(asked.to) !== to',
        replace: 'asked.to !== to',
      },
    ],
  },
  {
    file: 'features/messages/notices.ts',
    tests: ['features/purchases/replace/replace-batch.test.ts'],
    faults: [
      {
        fault: 'whose kilograms were replaced reads nothing of it',
        find: "textIn(language, 'sms_replaced', { url: `${publicUrl}/app` })",
        replace: "textIn(language, 'sms_number_taken', { url })",
      },
    ],
  },
]
