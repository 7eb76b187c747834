// Faults of wallets: split, quote, rates, credits.
import type { FaultyFile } from '../fault.ts'

const split = 'features/purchases/reserve/split-payment.test.ts'
const quotes = 'features/wallet/quotes.test.ts'
const splitRule = 'features/wallet/wallet-split.test.ts'
const refresh = 'features/wallet/rates/refresh-rates.test.ts'
const partners = 'features/partners/partners.test.ts'

export const wallet: readonly FaultyFile[] = [
  {
    file: 'features/wallet/wallet-split.ts',
    tests: [splitRule, split],
    faults: [
      {
        fault: 'what only rounding took is rounded down',
        find: 'Number(divideHalfEven(BigInt(paidMinor) * denominator, numerator))',
        replace: 'Number((BigInt(paidMinor) * denominator) / numerator)',
      },
      {
        fault: 'a younger programme pays first',
        find: 'a.createdAt.getTime() - b.createdAt.getTime()',
        replace: 'b.createdAt.getTime() - a.createdAt.getTime()',
      },
      {
        fault: 'a foreign currency pays first',
        find: 'Number(b.currency === ownCurrency) - Number(a.currency === ownCurrency)',
        replace: 'Number(a.currency === ownCurrency) - Number(b.currency === ownCurrency)',
      },
      {
        fault: 'programmes of one moment pay in no order',
        find: 'a.programmeId.localeCompare(b.programmeId)',
        replace: '0',
      },
      {
        fault: 'a named programme is not the only one',
        find: 'programmeId === null || row.programme_id === programmeId',
        replace: 'row.programme_id !== null',
      },
      {
        fault: 'a wallet gives more than is missing',
        find: 'Math.min(missing, walletReachMinor(balanceMinor, rate))',
        replace: 'walletReachMinor(balanceMinor, rate)',
      },
      {
        fault: 'a part that is not covered is given away',
        find: 'return missing === 0 ? parts : null',
        replace: 'return parts',
      },
      {
        fault: 'the rounding is never told apart',
        find: 'walletMinor - nearestDebitMinor(paidMinor, rate)',
        replace: 'walletMinor - walletMinor',
      },
    ],
  },
  {
    file: 'features/wallet/quote.ts',
    tests: [quotes, split],
    faults: [
      {
        fault: 'a lapsed quote is taken',
        find: 'quote.passportId === passportId && quote.expiresAtMs > nowMs',
        replace: 'quote.passportId === passportId',
      },
      {
        fault: 'another person’s quote is taken',
        find: 'quote.passportId === passportId && ',
        replace: '',
      },
      {
        fault: 'a quote that we never gave is taken',
        find: 'given.length !== expected.length || !timingSafeEqual(given, expected)',
        replace: 'given.length !== expected.length',
      },
      {
        fault: 'a quote lives an hour',
        find: 'const quoteLifeMs = 600_000',
        replace: 'const quoteLifeMs = 3_600_000',
      },
      {
        fault: 'a quote lives nine minutes',
        find: 'const quoteLifeMs = 600_000',
        replace: 'const quoteLifeMs = 540_000',
      },
    ],
  },
  {
    file: 'features/wallet/preview-payment.ts',
    tests: [quotes, split],
    faults: [
      {
        fault: 'a quote for another’s number',
        find: "  if (canonicalPhone(body.phone) !== viewer.phone) return problem('not_your_phone')\n",
        replace: '',
      },
      {
        fault: 'a quote in another currency',
        find: "  if (body.user_currency !== viewer.currency) return problem('not_your_currency')\n",
        replace: '',
      },
      {
        fault: 'an unknown rate is one to one',
        find: "  if (rate === null) return problem('rate_unknown')\n",
        replace: "  if (rate === null) return problem('not_your_currency')\n",
      },
    ],
  },
  {
    file: 'features/wallet/rates/refresh-rates.ts',
    tests: [refresh],
    faults: [
      {
        fault: 'a corrected file of the same day is passed over',
        find: 'asOf >= last.asOf',
        replace: 'asOf > last.asOf',
      },
      {
        fault: 'an older file replaces a newer one',
        find: 'last.asOf === null || asOf >= last.asOf',
        replace: "asOf !== ''",
        equivalent: 'rates in force are those of the newest day, so an older day changes none',
      },
      {
        fault: 'impossible rates are taken with a yes',
        find: 'const refused = [...faults, ...(acceptJump ? [] : jumps)]',
        replace: 'const refused = acceptJump ? [] : [...faults, ...jumps]',
      },
      {
        fault: 'jumping rates are taken without a yes',
        find: '...(acceptJump ? [] : jumps)',
        replace: '...(acceptJump ? jumps : [])',
      },
      {
        fault: 'two processes ask at the same time',
        find: 'where next_at <= now() returning is_only_row',
        replace: 'returning is_only_row',
      },
      {
        fault: 'old rates are told of a day late',
        find: 'days > ratesOldAfterDays',
        replace: 'days > ratesOldAfterDays + 1',
      },
    ],
  },
  {
    file: 'features/wallet/rates/rates.ts',
    tests: [refresh, 'operator/commands/rates-commands.test.ts'],
    faults: [
      {
        fault: 'rates of all days at once',
        find: '\n   where as_of = (select max(as_of) from exchange_rates)`',
        replace: ' order by as_of desc`',
      },
      {
        fault: 'rates the wrong way round',
        find: 'crossRate(fromUnits, toUnits)',
        replace: 'crossRate(toUnits, fromUnits)',
      },
      {
        fault: 'a process keeps its old rates after its own refresh',
        find: '  kept.delete(db)\n}\n\n/** Decimal',
        replace: '}\n\n/** Decimal',
      },
    ],
  },
  {
    file: 'providers/exchange-rates/store-rates.ts',
    tests: [refresh, 'operator/commands/rates-commands.test.ts'],
    faults: [
      {
        fault: 'rates of the same day are not replaced',
        find: 'set units_per_eur = excluded.units_per_eur, source',
        replace: 'set source',
      },
      {
        fault: 'rates that did not change are counted',
        find: '\n     where (exchange_rates.units_per_eur, exchange_rates.source)\n       is distinct from (excluded.units_per_eur, excluded.source)',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/exchange-rates/rates-judgement.ts',
    tests: ['providers/exchange-rates/rates-judgement.test.ts'],
    faults: [
      {
        fault: 'a jump of a fifth is believed',
        find: 'const jumpMax = 0.1',
        replace: 'const jumpMax = 0.2',
      },
      {
        fault: 'a fall is no jump',
        find: 'Math.abs(Number(rate) / Number(before) - 1) <= jumpMax',
        replace: 'Number(rate) / Number(before) - 1 <= jumpMax',
      },
      {
        fault: 'a currency may be missing',
        find: 'if (unitsPerEur[currency] === undefined) faults.push',
        replace: "if (unitsPerEur[currency] === '') faults.push",
      },
      {
        fault: 'a rate of zero',
        find: ' && Number(text) > 0',
        replace: '',
      },
      {
        fault: 'rates of next week',
        find: '<= Date.parse(today) + dayMs)',
        replace: '<= Date.parse(today) + 8 * dayMs)',
      },
    ],
  },
  {
    file: 'features/wallet/programmes/credit-wallet.ts',
    tests: [partners, 'features/partners/partner-calls.test.ts'],
    faults: [
      {
        fault: 'a credit is taken back twice',
        find: "  if (isReversed) return problem('credit_reversed')\n",
        replace: '',
      },
      {
        fault: 'a spent credit is taken back',
        find: "  if (before < amountMinor) return problem('credit_spent')\n",
        replace: '',
      },
      {
        fault: 'a credit is not taken back while all of it is there',
        find: "if (before < amountMinor) return problem('credit_spent')",
        replace: "if (before <= amountMinor) return problem('credit_spent')",
      },
    ],
  },
  {
    file: 'features/wallet/wallet-routes.ts',
    tests: ['features/partners/partners.test.ts'],
    faults: [
      {
        fault: 'the third page is the second again',
        find: 'cursor: String(cursor + rows.length)',
        replace: 'cursor: String(rows.length)',
      },
    ],
  },
  {
    file: 'features/wallet/wallet-queries.ts',
    tests: [split],
    faults: [
      {
        fault: 'a refund to a foreign wallet is shown in another currency’s amount',
        find: '     w.wallet_minor, w.wallet_currency::bpchar, project.name, programme.logo_url,\n     r.wallet_returned_at',
        replace:
          '     w.paid_minor, w.wallet_currency::bpchar, project.name, programme.logo_url,\n     r.wallet_returned_at',
      },
    ],
  },
]
