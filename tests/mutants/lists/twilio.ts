// Faults of sending by Twilio and of what it tells.
import type { FaultyFile } from '../fault.ts'

export const twilio: readonly FaultyFile[] = [
  {
    file: 'providers/sms/twilio.ts',
    tests: ['providers/sms/twilio.test.ts'],
    faults: [
      {
        fault: 'a message that was canceled went out',
        find: " || each.status === 'canceled'",
        replace: '',
      },
      {
        fault: 'only the newest message to a phone is looked at',
        find: 'lookBackMax = 20',
        replace: 'lookBackMax = 1',
      },
      {
        fault: 'Twilio is given an address that it cannot reach',
        find: " && publicUrl.startsWith('https:')",
        replace: '',
      },
      {
        fault: 'a text that is too long is tried on',
        find: '  21617, // the text is too long\n',
        replace: '',
      },
      {
        fault: 'a number that is none is tried on',
        find: '  21217, // it does not look like one\n',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/sms/twilio-webhook.ts',
    tests: ['features/messages/webhooks/twilio-events.test.ts'],
    faults: [
      {
        fault: 'an opt-out in Twilio’s own form is not heard',
        find: "form.has('OptOutType') || answerOf",
        replace: 'answerOf',
      },
      {
        fault: 'a picture message is none',
        find: '/^(SM|MM)',
        replace: '/^(SM)',
      },
      {
        fault: 'a message that was read did not arrive',
        find: "status === 'delivered' || status === 'read'",
        replace: "status === 'delivered'",
      },
      {
        fault: 'REVOKE is no STOP',
        find: "  'REVOKE',\n",
        replace: '',
      },
      {
        fault: 'a message that failed may arrive',
        find: "status === 'undelivered' || status === 'failed'",
        replace: "status === 'undelivered'",
      },
      {
        fault: 'YES is no START',
        find: "'START', 'YES', ",
        replace: "'START', ",
      },
    ],
  },
  {
    file: 'providers/sms/twilio-settings.ts',
    tests: ['server/settings/provider-settings.test.ts'],
    faults: [
      {
        fault: 'the account’s token goes before the key’s secret',
        find: 'keySecret ?? token',
        replace: 'token ?? keySecret',
      },
    ],
  },
]
