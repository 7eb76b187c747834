// Faults of the pure words: money, serials, leagues, weeks.
import type { FaultyFile } from '../fault.ts'

const money = 'values/money/money.test.ts'
const serials = 'values/serials/serials.test.ts'
const leagues = 'values/lists/leagues.test.ts'
const states = 'features/purchases/states/state.test.ts'

export const values: readonly FaultyFile[] = [
  {
    file: 'values/money/money.ts',
    tests: [money],
    faults: [
      {
        fault: 'halves are rounded up',
        find: 'twice === denominator && quotient % 2n === 1n',
        replace: 'twice === denominator',
      },
      {
        fault: 'halves are rounded down',
        find: 'twice === denominator && quotient % 2n === 1n',
        replace: 'twice === denominator && quotient % 2n === 2n',
      },
      {
        fault: 'something is free',
        find: 'Math.max(1, safe(divideHalfEven(exact, microsPerMinor * denominator)))',
        replace: 'safe(divideHalfEven(exact, microsPerMinor * denominator))',
      },
      {
        fault: 'a wallet reaches further than its money',
        find: 'safe((BigInt(balanceMinor) * numerator) / denominator)',
        replace: 'safe((BigInt(balanceMinor) * numerator + denominator - 1n) / denominator)',
      },
      {
        fault: 'a wallet is debited too little',
        find: '(exact + numerator - 1n) / numerator',
        replace: 'exact / numerator',
      },
      {
        fault: 'a rate has nine digits',
        find: 'const rateDigits = 10',
        replace: 'const rateDigits = 9',
      },
      {
        fault: 'a rate of zero is one',
        find: "if (numerator === 0n) throw new RangeError('a rate is never zero')",
        replace: '',
      },
      {
        fault: 'an amount of three decimals is one',
        find: 'Number.isSafeInteger(minor) && minor / minorPerUnit === amount',
        replace: 'Number.isSafeInteger(minor)',
      },
      {
        fault: 'a right price is refused as a changed one',
        find: 'Math.round(amount * microsPerUnit)',
        replace: 'Math.floor(amount * microsPerUnit)',
      },
      {
        fault: 'amounts beyond what a number holds',
        find: 'if (!Number.isSafeInteger(number)) throw',
        replace: 'if (Number.isNaN(number)) throw',
      },
    ],
  },
  {
    file: 'values/money/payment-split.ts',
    tests: ['values/money/payment-split.test.ts'],
    faults: [
      {
        fault: 'a wallet that just reaches is not enough',
        find: 'if (reachMinor >= totalMinor) return totalMinor',
        replace: 'if (reachMinor > totalMinor) return totalMinor',
      },
      {
        fault: 'the card is left less than its least amount',
        find: 'Math.min(reachMinor, totalMinor - cardMinimumMinor)',
        replace: 'Math.min(reachMinor, totalMinor)',
      },
      {
        fault: 'a wallet part below zero',
        find: 'Math.max(0, Math.min(reachMinor, totalMinor - cardMinimumMinor))',
        replace: 'Math.min(reachMinor, totalMinor - cardMinimumMinor)',
      },
      {
        fault: 'one kilogram more than the minimum takes',
        find: '>= cardMinimumMinor',
        replace: '> cardMinimumMinor',
      },
      {
        fault: 'the search for the least misses it by one',
        find: 'else low = middle + 1',
        replace: 'else low = middle + 2',
      },
    ],
  },
  {
    file: 'values/serials/serials.ts',
    tests: [serials],
    faults: [
      {
        fault: 'blocks that share one tonne do not meet',
        find: 'one.tonnes.first <= other.tonnes.last && ',
        replace: 'one.tonnes.first < other.tonnes.last && ',
      },
      {
        fault: 'blocks that share their first tonne do not meet',
        find: '&& other.tonnes.first <= one.tonnes.last',
        replace: '&& other.tonnes.first < one.tonnes.last',
      },
      {
        fault: 'a serial without a range meets nothing',
        find: 'if (one.tonnes === null || other.tonnes === null) return true',
        replace: 'if (one.tonnes === null || other.tonnes === null) return false',
      },
      {
        fault: 'a part is the same',
        find: 'inner.first === outer.first && inner.last === outer.last',
        replace: 'inner.first === outer.first',
      },
    ],
  },
  {
    file: 'values/lists/leagues.ts',
    tests: [leagues, 'features/achievements/standing.test.ts'],
    faults: [
      {
        fault: 'silver begins a kilogram later',
        find: 'offsets: { bronze: 0, silver: 100,',
        replace: 'offsets: { bronze: 0, silver: 101,',
      },
      {
        fault: 'gold begins a kilogram later',
        find: 'gold: 1_000',
        replace: 'gold: 1_001',
      },
      {
        fault: 'gold of eco points begins a point later',
        find: 'gold: 300',
        replace: 'gold: 301',
      },
      {
        fault: 'the very start of a league is below it',
        find: 'score >= leagueStarts',
        replace: 'score > leagueStarts',
      },
      {
        fault: 'a league falls',
        find: 'return isHigherLeague(reached, now) ? reached : now',
        replace: 'return reached',
      },
      {
        fault: 'one’s own league is higher than itself',
        find: 'leagues.indexOf(league) > leagues.indexOf(other)',
        replace: 'leagues.indexOf(league) >= leagues.indexOf(other)',
      },
    ],
  },
  {
    file: 'values/text/iso-week.ts',
    tests: ['values/text/iso-week.test.ts'],
    faults: [
      {
        fault: 'weeks begin on Sunday',
        find: '.getUTCDay() + 6) % 7',
        replace: '.getUTCDay() + 7) % 7',
      },
      {
        fault: 'a week belongs to the year of its Monday',
        find: 'weekStart(moment).getTime() + 3 * dayMs',
        replace: 'weekStart(moment).getTime()',
      },
    ],
  },
  {
    file: 'values/money/rate-age.ts',
    tests: ['values/money/rate-age.test.ts'],
    faults: [
      {
        fault: 'rates are old a day early',
        find: 'ratesAgeDays(asOf, nowMs) > ratesOldAfterDays',
        replace: 'ratesAgeDays(asOf, nowMs) >= ratesOldAfterDays',
      },
    ],
  },
  {
    file: 'values/lists/score-rules.ts',
    tests: [
      'features/achievements/achievements.test.ts',
      'features/achievements/rewards/rewards.test.ts',
    ],
    faults: [
      {
        fault: 'a week gives other points',
        find: 'week: 10,',
        replace: 'week: 11,',
      },
      {
        fault: 'a gift gives other points',
        find: 'gift: 5,',
        replace: 'gift: 4,',
      },
      {
        fault: 'a claim lasts a minute longer',
        find: 'export const claimMinutes = 15',
        replace: 'export const claimMinutes = 16',
      },
    ],
  },
  {
    file: 'features/purchases/states/state.ts',
    tests: [states],
    faults: [
      {
        fault: 'a capture under way lapses',
        find: "lapsingStates = ['HELD', 'READY'] as const",
        replace: "lapsingStates = ['HELD', 'READY', 'COMPLETING'] as const",
      },
      {
        fault: 'an unanswered refund is settled',
        find: "  'VOIDING',\n  'REFUNDING',\n] as const satisfies readonly CardState[]",
        replace: "  'VOIDING',\n] as const satisfies readonly CardState[]",
      },
      {
        fault: 'a lapsed purchase that is ready completes',
        find: "return row.is_over ? 'expired' : readyStepOf(row.card_state)",
        replace: 'return readyStepOf(row.card_state)',
      },
      {
        fault: 'a capture under way is called lapsed',
        find: "    case 'COMPLETING':\n      return 'PENDING'",
        replace: "    case 'COMPLETING':\n      return isOver ? 'EXPIRED' : 'PENDING'",
      },
      {
        fault: 'a bank’s question is passed over',
        find: "return card === 'ACTION' ? 'ask_bank' : 'capture'",
        replace: "return 'capture'",
      },
    ],
  },
  {
    file: 'values/money/card-number.ts',
    tests: ['values/money/card-number.test.ts'],
    faults: [
      {
        fault: 'a card of thirteen digits passes',
        find: 'const digitsMin = 13',
        replace: 'const digitsMin = 14',
      },
      {
        fault: 'card numbers of nineteen digits',
        find: 'const digitsMax = 19',
        replace: 'const digitsMax = 18',
      },
    ],
  },
  {
    file: 'web/ui/number-format.ts',
    tests: ['web/ui/number-format.test.ts'],
    faults: [
      {
        fault: 'ten pence show four decimals',
        find: 'const digits = pricePerKg < 0.1 ?',
        replace: 'const digits = pricePerKg <= 0.1 ?',
      },
      {
        fault: 'a rate shows six decimals',
        find: 'minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(rate)',
        replace: 'minimumFractionDigits: 4, maximumFractionDigits: 6 }).format(rate)',
      },
    ],
  },
  {
    file: 'values/lists/calling-codes.ts',
    tests: ['values/lists/calling-codes.test.ts'],
    faults: [
      {
        fault: 'a number of Spain pays in pounds',
        find: "{ code: '34', country: 'ES', currency: 'EUR' }",
        replace: "{ code: '34', country: 'ES', currency: 'GBP' }",
      },
    ],
  },
  {
    file: 'values/text/certificate-code.ts',
    tests: ['values/text/certificate-code.test.ts'],
    faults: [
      {
        fault: 'an L in a typed code is no one',
        find: 'replaceAll(/[IL]/g',
        replace: 'replaceAll(/I/g',
      },
    ],
  },
  {
    file: 'values/drawing/qr-path.ts',
    tests: ['values/drawing/qr-path.test.ts'],
    faults: [
      {
        fault: 'no camera reads a QR code',
        find: 'h${end - x + 1}v1',
        replace: 'h${end - x}v1',
      },
    ],
  },
  {
    file: 'values/text/machine-readable.ts',
    tests: ['features/passport/web/machine-readable-zone.test.ts'],
    faults: [
      {
        fault: 'check digits are weighed otherwise',
        find: '[7, 3, 1]',
        replace: '[7, 1, 3]',
      },
    ],
  },
  {
    file: 'values/text/nickname.ts',
    tests: ['values/text/shown-name.test.ts'],
    faults: [
      {
        fault: 'a nickname of one letter',
        find: '{2,24}$/u',
        replace: '{1,24}$/u',
      },
    ],
  },
]
