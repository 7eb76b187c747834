// Arranges the balances as tables: a row for each account, a column for each currency. Pure.
import type { Balances } from '#features/console/books/books-calls.ts'
import { formatDecimals, formatWhole } from '../parts/console-format.ts'

export type LedgerTable = {
  readonly ledger: 'money' | 'kilograms'
  readonly units: readonly string[]
  readonly rows: readonly { readonly account: string; readonly balances: readonly number[] }[]
  readonly sums: readonly number[]
}

/** Returns the table of money, then that of kilograms. An account without a posting in a unit has 0 there. */
export function tablesOf({ ledgers }: Balances): readonly LedgerTable[] {
  const money = ledgers.filter(({ unit }) => unit !== 'kg')
  const kilograms = ledgers.filter(({ unit }) => unit === 'kg')
  return [tableOf('money', money), tableOf('kilograms', kilograms)]
}

function tableOf(ledger: LedgerTable['ledger'], ledgers: Balances['ledgers']): LedgerTable {
  const balancesIn = ledgers.map(
    ({ accounts }) => new Map(accounts.map(({ account, balance }) => [account, balance])),
  )
  const names = ledgers.flatMap(({ accounts }) => accounts.map(({ account }) => account))
  return {
    ledger,
    units: ledgers.map(({ unit }) => unit),
    rows: inOrderOfChart(names).map((account) => ({
      account,
      balances: balancesIn.map((balances) => balances.get(account) ?? 0),
    })),
    sums: ledgers.map(({ sum }) => sum),
  }
}

/** Returns each account once. Accounts of a kind stay together, in the order of their first occurrence. */
function inOrderOfChart(names: readonly string[]): readonly string[] {
  const accounts = [...new Set(names)]
  const kindOf = (account: string) => account.split(':')[0] ?? account
  return [...new Set(accounts.map(kindOf))].flatMap((kind) => {
    const own = accounts.filter((account) => kindOf(account) === kind)
    // A currency without programmes has the kind alone.
    return own.length > 1 ? own.filter((account) => account !== kind) : own
  })
}

/** Returns an amount with two decimals, or whole kilograms. */
export const formatBalance = (balance: number, unit: string) =>
  unit === 'kg' ? formatWhole(balance) : formatDecimals(balance)
