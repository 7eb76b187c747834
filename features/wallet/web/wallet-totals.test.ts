// Tests the sums of the wallet page.
import { expect, it } from 'vitest'
import { currencyTotalsOf } from './wallet-totals.tsx'

it('adds each currency over its programmes, the own one first', () => {
  const programme = { program_id: 'a', program_name: 'A', logo_url: null }
  const money = (currency: string, total: number, held = 0) => ({ currency, total, held })
  const wallets = [
    { ...programme, totals: [money('EUR', 0.1, 0.7), money('GBP', 1)] },
    { ...programme, totals: [money('EUR', 0.2, 0.1), money('TRY', 1_234_567.89)] },
  ]
  const wallet = { wallets, totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
  expect(currencyTotalsOf(wallet)).toEqual([
    money('GBP', 1),
    money('EUR', 0.3, 0.8),
    money('TRY', 1_234_567.89),
  ])
})
