// Faults of what wallets and exchange rates tell.
import type { FaultyFile } from '../fault.ts'

export const walletReads: readonly FaultyFile[] = [
  {
    file: 'features/wallet/wallet-queries.ts',
    tests: ['features/purchases/reserve/split-payment.test.ts'],
    faults: [
      {
        fault: 'everybody reads what was taken back of anybody',
        find: 'join wallet_credits c on c.id = r.credit_id where c.passport_id = $1',
        replace: 'join wallet_credits c on c.id = r.credit_id where $1::uuid is not null',
      },
      {
        fault: 'everybody reads refunds of anybody',
        find: '   where p.buyer_id = $1\n   order by 7',
        replace: '   where $1::uuid is not null\n   order by 7',
      },
      {
        fault: 'everybody reads credits of anybody',
        find: 'from wallet_credits c where c.passport_id = $1',
        replace: 'from wallet_credits c where $1::uuid is not null',
      },
      {
        fault: 'what was cancelled left the wallet',
        find: " and p.state = ${sqlState('COMPLETED')}\n   union all\n   select md5(p.id::text || w.programme_id || w.wallet_currency || 'back')",
        replace:
          "\n   union all\n   select md5(p.id::text || w.programme_id || w.wallet_currency || 'back')",
      },
      {
        fault: 'what was taken back was given',
        find: "select r.id, 'debit'",
        replace: "select r.id, 'credit'",
      },
      {
        fault: 'money left a wallet when it was set aside',
        find: 'programme.logo_url, p.completed_at',
        replace: 'programme.logo_url, p.created_at',
      },
      {
        fault: 'a payment is named by who gave the money',
        find: 'w.wallet_currency::bpchar, project.name, programme.logo_url, p.completed_at',
        replace: 'w.wallet_currency::bpchar, programme.name, programme.logo_url, p.completed_at',
      },
      {
        fault: 'money that came back is named by who gave it',
        find: 'project.name, programme.logo_url,\n     r.wallet_returned_at',
        replace: 'programme.name, programme.logo_url,\n     r.wallet_returned_at',
      },
    ],
  },
  {
    file: 'features/wallet/read-wallet.ts',
    tests: ['features/purchases/purchases.test.ts'],
    faults: [
      {
        fault: 'an own wallet has a day of rates',
        find: 'as_of: converted ? rates.asOf : null',
        replace: 'as_of: rates.asOf',
      },
    ],
  },
  {
    file: 'features/wallet/rates/refresh-rates.ts',
    tests: ['features/wallet/rates/refresh-rates.test.ts'],
    faults: [
      {
        fault: 'the bank is asked every five minutes',
        find: '      else await db.run(finishCheck)\n',
        replace: '',
      },
      {
        fault: 'after a failure the bank is asked an hour later',
        find: 'const askedAgainMinutes = 5',
        replace: 'const askedAgainMinutes = 60',
      },
      {
        fault: 'production has old rates of the bundle and nobody hears',
        find: "settings.production || settings.rates.kind !== 'bundled'",
        replace: "settings.rates.kind !== 'bundled'",
      },
      {
        fault: 'old rates are told of in every round',
        find: 'if (mayTell && matters && ',
        replace: 'if (matters && ',
      },
      {
        fault: 'two publications at once are judged by the rates before both',
        find: ' from exchange_rate_checks for update`',
        replace: ' from exchange_rate_checks`',
      },
      {
        fault: 'refused rates are asked for again in an hour',
        find: '      else await db.run(finishCheck)',
        replace: '      await db.run(finishCheck)',
      },
    ],
  },
  {
    file: 'features/wallet/wallet-routes.ts',
    tests: ['features/wallet/quotes.test.ts'],
    faults: [
      {
        fault: 'an unknown currency has a rate with itself',
        find: ' || !rates.unitsPerEur.has(from)',
        replace: '',
      },
      {
        fault: 'a currency that is none has no rate',
        find: 'if (!isCurrency(from) || !isCurrency(to)) {',
        replace: 'if (!isCurrency(from)) {',
      },
    ],
  },
  {
    file: 'providers/exchange-rates/ecb-file.ts',
    tests: ['providers/exchange-rates/ecb-rates.test.ts'],
    faults: [
      {
        fault: 'a header that names a currency twice',
        find: 'if (new Set(currencies).size < currencies.length || ',
        replace: 'if (',
      },
      {
        fault: 'a daily file of many days is read',
        find: 'if (day === undefined || others.length > 0) throw unknownForm()',
        replace: 'if (day === undefined) throw unknownForm()',
      },
      {
        fault: 'a rate of nothing is a rate',
        find: "each !== 'N/A' && each !== ''",
        replace: "each !== 'N/A'",
      },
    ],
  },
  {
    file: 'features/wallet/wallet-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'money that came back has the id of its payment',
        find: "w.wallet_currency || 'back')::uuid",
        replace: 'w.wallet_currency)::uuid',
      },
    ],
  },
  {
    file: 'features/wallet/rates/rates.ts',
    tests: ['features/wallet/rates/refresh-rates.test.ts'],
    faults: [
      {
        fault: 'rates that could not be read are kept',
        find: '  rates.catch(() => kept.delete(db))\n',
        replace: '  rates.catch(() => undefined)\n',
      },
    ],
  },
]
