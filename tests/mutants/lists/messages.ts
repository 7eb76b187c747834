// Faults of messages: the outbox, limits and budgets of SMS, STOP.
import type { FaultyFile } from '../fault.ts'

const sending = 'features/messages/send-messages.test.ts'
const permits = 'features/messages/limits/sms-permits.test.ts'
const gift = 'features/messages/gift-message.test.ts'
const codes = 'features/sign-in/codes/send-limits.test.ts'

export const messages: readonly FaultyFile[] = [
  {
    file: 'features/messages/message-queries.ts',
    tests: [sending, permits],
    faults: [
      {
        fault: 'two workers take one message',
        find: "id in (select id from outbox where state = 'queued' and due_at <= now()\n     order by due_at limit $1 for update skip locked)",
        replace:
          "id in (select id from outbox where state = 'queued' and due_at <= now()\n     order by due_at limit $1)",
      },
      {
        fault: 'a message is sent before it is due',
        find: "where state = 'queued' and due_at <= now()",
        replace: "where state = 'queued'",
      },
      {
        fault: 'what was sent is sent again',
        find: "where state = 'queued' and due_at <= now()",
        replace: 'where due_at <= now()',
      },
      {
        fault: 'a taken message is due at once',
        find: 'update outbox set due_at = now() + make_interval(secs => ${messageLeaseSeconds})',
        replace: 'update outbox set due_at = now()',
      },
      {
        fault: 'a lapsed code is sent',
        find: 'coalesce(drop_after < now(), false)',
        replace: 'false',
      },
      {
        fault: 'a code that got through does not end STOP',
        find: 'where s.phone = given.code_to and s.ended_at is null',
        replace: 'where s.phone <> given.code_to and s.ended_at is null',
      },
      {
        fault: 'waiting for a budget uses up a try',
        find: "case when given.outcome = 'postponed' then greatest(0, o.attempts - 1)\n       else o.attempts end",
        replace: 'o.attempts',
      },
      {
        fault: 'a message is counted at each try',
        find: "counted_at = case when given.outcome = 'permitted' then coalesce(o.counted_at, now())",
        replace: "counted_at = case when given.outcome = 'permitted' then o.counted_at",
      },
      {
        fault: 'asking twice for a message counts twice',
        find: ' and asked_at is null returning id',
        replace: ' returning id',
      },
      {
        fault: 'a message about another’s purchase',
        find: 'from purchases where tx_id = $1 and buyer_id = $2',
        replace: 'from purchases where tx_id = $1 and $2::uuid is not null',
      },
    ],
  },
  {
    file: 'features/messages/limits/permit-sms.ts',
    tests: [permits, sending, gift],
    faults: [
      {
        fault: 'a message that another worker ended is sent',
        find: "sms === undefined || row.state !== 'queued' ? [] : [{ row, sms }]",
        replace: 'sms === undefined ? [] : [{ row, sms }]',
      },
      {
        fault: 'STOP is not heard',
        find: '!isCode(template) && stopped.has(numberHashes',
        replace: 'isCode(template) && stopped.has(numberHashes',
      },
      {
        fault: 'messages of one moment do not count for each other',
        find: '(windows.get(bucket)?.count ?? 0) + (taken.get(bucket) ?? 0) >= max',
        replace: '(windows.get(bucket)?.count ?? 0) >= max',
      },
      {
        fault: 'one more than a budget holds',
        find: '(taken.get(bucket) ?? 0) >= max',
        replace: '(taken.get(bucket) ?? 0) > max',
      },
      {
        fault: 'an old message waits on for a budget',
        find: "row.is_too_old ? 'dead' : 'postponed'",
        replace: "row.is_too_old ? 'postponed' : 'postponed'",
      },
    ],
  },
  {
    file: 'features/messages/limits/sms-limits.ts',
    tests: [permits, gift, codes],
    faults: [
      {
        fault: 'a fourth gift message from one sender',
        find: 'const giftsFromOneMax = 3',
        replace: 'const giftsFromOneMax = 4',
      },
      {
        fault: 'a sixth gift message to one number',
        find: 'const giftsFromAllMax = 5',
        replace: 'const giftsFromAllMax = 6',
      },
      {
        fault: 'an eleventh code from one address',
        find: 'const fromAddressMax = 10',
        replace: 'const fromAddressMax = 11',
      },
      {
        fault: 'a sixty-first code from one network',
        find: 'const fromNetworkMax = 60',
        replace: 'const fromNetworkMax = 61',
      },
      {
        fault: 'a twenty-first code to one range',
        find: 'const toRangeMax = 20',
        replace: 'const toRangeMax = 21',
      },
      {
        fault: 'the operator hears at each code after half',
        find: 'before < alarm && after >= alarm',
        replace: 'after >= alarm',
      },
      {
        fault: 'the operator never hears of half a budget',
        find: 'before < alarm && after >= alarm',
        replace: 'before < alarm && after > alarm',
      },
      {
        fault: 'charged numbers are sent to',
        find: 'return isElsewhere || isChargedNumber(phone)',
        replace: 'return isElsewhere',
      },
      {
        fault: 'countries that are not served are sent to',
        find: 'return isElsewhere || isChargedNumber(phone)',
        replace: 'return isChargedNumber(phone)',
      },
    ],
  },
  {
    file: 'features/messages/send-messages.ts',
    tests: [sending, permits, gift],
    faults: [
      {
        fault: 'a failed message is given up at once',
        find: 'const isOver = attempts >= triesMax || error instanceof MessageRefused',
        replace: 'const isOver = true',
      },
      {
        fault: 'a failed message is never given up',
        find: 'const isOver = attempts >= triesMax || error',
        replace: 'const isOver = error',
      },
      {
        fault: 'a refused message is tried on',
        find: ' || error instanceof MessageRefused',
        replace: '',
      },
      {
        fault: 'who stopped is not remembered',
        find: '    await writeStopped(db, numbers.hashOf(to))\n',
        replace: '',
      },
      {
        fault: 'a withheld message stays queued',
        find: '    await writeWithheld(db, id)\n',
        replace: '',
      },
      {
        fault: 'the receiver’s message goes to the buyer',
        find: ': { to: purchase.recipient_phone, language: purchase.recipient_language }',
        replace: ': { to: purchase.buyer_phone, language: purchase.buyer_language }',
      },
    ],
  },
  {
    file: 'features/purchases/request-message.ts',
    tests: [
      gift,
      'features/purchases/complete/gifts.test.ts',
      'features/purchases/purchases.test.ts',
    ],
    faults: [
      {
        fault: 'a message about a purchase that is not complete',
        find: "    if (!isCompleted(purchase)) return problem('purchase_not_completed')\n",
        replace: '',
      },
      {
        fault: 'a message to any number',
        find: 'if (to === null || canonicalPhone(asked.to) !== to)',
        replace: 'if (to === null)',
      },
    ],
  },
  {
    file: 'values/tries.ts',
    tests: ['values/tries.test.ts', sending],
    faults: [
      {
        fault: 'waits grow half as fast',
        find: '4 ** (tries - 1)',
        replace: '2 ** (tries - 1)',
      },
      {
        fault: 'waits grow without end',
        find: 'Math.min(waitMaxSeconds, 4 ** (tries - 1))',
        replace: '4 ** (tries - 1)',
      },
      {
        fault: 'one try more',
        find: 'export const triesMax = 8',
        replace: 'export const triesMax = 9',
      },
    ],
  },
  {
    file: 'features/messages/message-own-data.ts',
    tests: ['features/own-data/erased-number.test.ts'],
    faults: [
      {
        fault: 'messages to who has a number next are deleted',
        find: 'where recipient = $1 and created_at <= $2',
        replace: 'where recipient = $1 and $2::timestamptz is not null',
      },
    ],
  },
  {
    file: 'providers/sms/twilio.ts',
    tests: ['providers/sms/twilio.test.ts'],
    faults: [
      {
        fault: 'what an erased person wrote stays at the provider',
        find: 'const kept = [...(await listAll(ask, { To: phone })), ...(await listAll(ask, { From: phone }))]',
        replace: 'const kept = await listAll(ask, { To: phone })',
      },
    ],
  },
]
