// Faults of money, numbers and texts that people write.
import type { FaultyFile } from '../fault.ts'

export const valueTexts: readonly FaultyFile[] = [
  {
    file: 'values/money/card-number.ts',
    tests: ['values/money/card-number.test.ts'],
    faults: [
      {
        fault: 'nineteen digits and more are cards',
        find: 'digits.length >= digitsMin && digits.length <= digitsMax',
        replace: 'digits.length >= digitsMin',
      },
      {
        fault: 'a card with dashes between blanks is none',
        find: '/^[^\\p{L}]{1,3}$/u',
        replace: '/^[^\\p{L}]{1,2}$/u',
      },
    ],
  },
  {
    file: 'values/text/free-text.ts',
    tests: ['values/text/free-text.test.ts'],
    faults: [
      {
        fault: 'a note keeps every empty line',
        find: "    .replace(/\\n{3,}/g, '\\n\\n')\n",
        replace: '',
      },
      {
        fault: 'a note loses its lines',
        find: "    .join('\\n')\n",
        replace: "    .join(' ')\n",
      },
      {
        fault: 'an emoji counts twice',
        find: 'return [...text].length',
        replace: 'return text.length',
      },
      {
        fault: 'a number that counts percent is taken out',
        find: "'\\\\s?(?:kg|t\\\\b|%|[€£$₺])'",
        replace: "'\\\\s?(?:kg|t\\\\b|[€£$₺])'",
      },
      {
        fault: 'a price is taken out',
        find: "'\\\\s?(?:kg|t\\\\b|%|[€£$₺])'",
        replace: "'\\\\s?(?:kg|t\\\\b|%)'",
      },
      {
        fault: 'a number of six digits reaches a phone',
        find: '{0,3}\\d){5,}',
        replace: '{0,3}\\d){6,}',
      },
    ],
  },
  {
    file: 'values/text/look-alikes.ts',
    tests: ['values/text/shown-name.test.ts'],
    faults: [
      {
        fault: 'two letters for one hide an insult',
        find: ".replaceAll('rn', 'm')",
        replace: '',
      },
    ],
  },
  {
    file: 'values/money/money.ts',
    tests: ['values/money/money.test.ts'],
    faults: [
      {
        fault: 'tiny rates are no rates',
        find: 'const text = rate < 1e-6 ? rate.toFixed(16) : String(rate)',
        replace: 'const text = String(rate)',
      },
      {
        fault: 'what is owed is written as what is had',
        find: "const sign = amountMinor < 0 ? '-' : ''",
        replace: "const sign = ''",
      },
      {
        fault: 'amounts are cut instead of rounded',
        find: 'return Math.round(amount * minorPerUnit)',
        replace: 'return Math.trunc(amount * minorPerUnit)',
      },
      {
        fault: 'a converted half is rounded up',
        find: 'return safe(divideHalfEven(BigInt(amountMinor) * numerator, denominator))',
        replace: 'return safe((BigInt(amountMinor) * numerator + denominator / 2n) / denominator)',
      },
    ],
  },
  {
    file: 'values/serials/serials.ts',
    tests: ['values/serials/serials.test.ts'],
    faults: [
      {
        fault: 'a serial without a range is a part of one',
        find: "if (outer === null) return 'part'",
        replace: "if (outer === null) return 'same'",
      },
      {
        fault: 'a serial with a range is what has none',
        find: "return outer === null ? 'same' : 'meets'",
        replace: "return 'same'",
      },
    ],
  },
  {
    file: 'values/text/csv-text.ts',
    tests: ['values/text/csv-text.test.ts'],
    faults: [
      {
        fault: 'a formula behind blanks runs in a spreadsheet',
        find: '/^[\\s]*[=',
        replace: '/^[=',
      },
    ],
  },
]
