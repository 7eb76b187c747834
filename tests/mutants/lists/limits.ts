// Faults of sign-in: how often codes are sent and tried, and what the operator sets back.
import type { FaultyFile } from '../fault.ts'

export const limits: readonly FaultyFile[] = [
  {
    file: 'features/sign-in/codes/challenge-queries.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a code that is sent again lapses with the first',
        find: 'else 0 end,\n       challenge_expires_at = now() + make_interval(secs => ${codeLifeSeconds}),\n       sent_at',
        replace:
          'else 0 end,\n       challenge_expires_at = case when ${sqlIsLive} then a.challenge_expires_at else now() + make_interval(secs => ${codeLifeSeconds}) end,\n       sent_at',
      },
      {
        fault: 'codes of the day are forgotten after an hour',
        find: "sent.at > now() - interval '1 day'",
        replace: "sent.at > now() - interval '1 hour'",
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-perks.ts',
    tests: ['features/sign-in/sign-in.test.ts'],
    faults: [
      {
        fault: 'a welcome credit of long ago withholds the next',
        find: 'where n.given_at > now() - ${perkLife}\n',
        replace: 'where true\n',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/verify-limits.ts',
    tests: ['features/sign-in/codes/send-limits.test.ts'],
    faults: [
      {
        fault: 'thirty tries a minute',
        find: 'windowSeconds: 300',
        replace: 'windowSeconds: 60',
      },
      {
        fault: 'misses are forgotten after minutes',
        find: 'windowSeconds: hour,\n    max: codeTriesMax',
        replace: 'windowSeconds: 300,\n    max: codeTriesMax',
      },
    ],
  },
  {
    file: 'features/messages/limits/sms-limits.ts',
    tests: ['features/sign-in/codes/send-limits.test.ts'],
    faults: [
      {
        fault: 'ten codes a minute from one address',
        find: 'windowSeconds: hour, max: fromAddressMax',
        replace: 'windowSeconds: 60, max: fromAddressMax',
      },
      {
        fault: 'twenty SMS a minute to one range',
        find: 'windowSeconds: hour, max: toRangeMax',
        replace: 'windowSeconds: 60, max: toRangeMax',
      },
      {
        fault: 'sixty codes a minute from one network',
        find: 'windowSeconds: hour, max: fromNetworkMax',
        replace: 'windowSeconds: 60, max: fromNetworkMax',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/verify-limits.ts',
    tests: ['features/sign-in/codes/known-device.test.ts'],
    faults: [
      {
        fault: 'who tried no more than one code hears what others did',
        find: 'codeTriesMax + 1',
        replace: 'codeTriesMax',
      },
      {
        fault: 'ten tries an hour for a known browser',
        find: 'windowSeconds: day, max: 10',
        replace: 'windowSeconds: hour, max: 10',
      },
    ],
  },
  {
    file: 'features/sign-in/codes/check-code.ts',
    tests: ['features/messages/limits/code-prefixes.test.ts'],
    faults: [
      {
        fault: 'a code for one’s own data counts as one that nobody typed',
        find: 'if (!isProblem(answer)) await countTypedCode(services, use.phone)',
        replace: '',
      },
    ],
  },
  {
    file: 'features/messages/limits/code-prefixes.ts',
    tests: ['features/messages/limits/code-prefixes.test.ts'],
    faults: [
      {
        fault: 'more codes were typed than were sent',
        find: 'least(c.conversions + typed.count, c.sends)',
        replace: 'c.conversions + typed.count',
      },
      {
        fault: 'ranges of a few codes are shown as the worst',
        find: 'shownSendsMin = 10',
        replace: 'shownSendsMin = 1',
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-perks.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'what a number got before shortens its wait',
        find: 'greatest(number_perks.given_at, excluded.given_at)',
        replace: 'excluded.given_at',
      },
      {
        fault: 'a shorter wait takes the place of the longer',
        find: 'greatest(withheld_perks.until, excluded.until)',
        replace: 'excluded.until',
      },
    ],
  },
  {
    file: 'features/sign-in/number/number-blocks.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'limits clear leaves the exports used up',
        find: " or bucket = 'export/' || $2::text",
        replace: " or $2::text = ''",
      },
      {
        fault: 'limits clear leaves the failures',
        find: 'set failures_in_a_row = 0, blocked_until = null, sent_at',
        replace: 'set blocked_until = null, sent_at',
      },
      {
        fault: 'limits clear leaves the sends of the day',
        find: "sent_at = '{}',\n     resend_step",
        replace: 'resend_step',
      },
      {
        fault: 'a code from before a block signs in after it',
        find: 'coalesce(a.blocked_at, now()),\n     challenge = gen_random_uuid(), challenge_expires_at = now()`',
        replace: 'coalesce(a.blocked_at, now())`',
      },
      {
        fault: 'a second block is told as the first',
        find: 'coalesce(a.blocked_at, now())',
        replace: 'now()',
      },
      {
        fault: 'a cleared number’s former code has its tries anew',
        find: 'tries = 0, challenge = gen_random_uuid(),\n     challenge_expires_at = now()',
        replace: 'tries = 0',
      },
      {
        fault: 'limits clear leaves the ladder of waits',
        find: '     resend_step = 0, resend_at = now(), tries',
        replace: '     tries',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-queries.ts',
    tests: ['features/achievements/rewards/rewards.test.ts'],
    faults: [
      {
        fault: 'kilograms that a reward holds are held from others',
        find: 'state <> ${completing} and not is_reward), 0)',
        replace: 'state <> ${completing}), 0)',
      },
    ],
  },
]
