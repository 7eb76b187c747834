// Tests that the ledger's SQL names its own tables only, and that no SQL of the product outside it
// writes them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import '#features/accounts/check-payouts.ts'
import '#features/accounts/read-balances.ts'
import '#features/accounts/read-journal.ts'
import '#features/accounts/record-payouts.ts'
import '#features/achievements/check-scores.ts'
import '#features/messages/list-messages.ts'
import '#features/sign-in/number/number-blocks.ts'
import '#features/log/check-log.ts'
import '#features/retirements/check-retirements.ts'
import '#features/retirements/correct-retirement.ts'
import '#features/retirements/record-retirements.ts'
import '#features/catalogue/offers/batch-offers.ts'
import '#features/purchases/inspect/check-ledger.ts'
import '#features/purchases/inspect/inspect-purchase.ts'
import '#server/app.ts'
import '#server/background.ts'
import { declaredStatements } from '#platform/database/statement.ts'

const ownTables = [
  'batch_places',
  'batch_stock',
  'batch_weeks',
  'kg_postings',
  'log_notices',
  'money_postings',
  'programme_balances',
  'reward_budgets',
  'wallets',
]
const allTables = [...readFileSync('database/schema.sql', 'utf8').matchAll(/^create table (\w+)/gm)]
  .map(([, table]) => table)
  .filter((table) => table !== undefined)
const otherTables = allTables.filter((table) => !ownTables.includes(table))

/** Foreign tables in a statement; text in quotes is left out. */
function foreignTablesOf(sql: string): string[] {
  const words = new Set(sql.replace(/'[^']*'/g, '').match(/\w+/g))
  return otherTables.filter((table) => words.has(table))
}

/** Tables of the ledger that SQL writes. */
function writtenTablesOf(sql: string): string[] {
  const targets = [...sql.matchAll(/\b(?:insert into|update|delete from|truncate)\s+(\w+)/g)]
  return targets.flatMap(([, table]) =>
    table !== undefined && ownTables.includes(table) ? [table] : [],
  )
}

function sourcesOf(folder: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => /(?<!\.test)\.ts$/.test(file))
}

/** The names of the statements that files declare. */
function declaredIn(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(statement|comparison)\(\s*'([\w-]+)'/g)].map(
      ([, kind, name]) => (kind === 'comparison' ? `ledger-check-${name}` : `${name}`),
    ),
  )
}

const ledgerNames = new Set(declaredIn(sourcesOf('ledger')))

describe('the SQL of the ledger', () => {
  it('names no table but its own', () => {
    expect(allTables).toEqual(expect.arrayContaining(ownTables))
    expect(otherTables).toEqual(expect.arrayContaining(['purchases', 'batches', 'projects']))
    expect(ledgerNames.size).toBeGreaterThan(20)
    const offences = [...ledgerNames].flatMap((name) => {
      const text = declaredStatements.get(name)?.text
      if (text === undefined) throw new Error(`${name} is not declared`)
      return foreignTablesOf(text).map((table) => `${name} names ${table}`)
    })
    expect(offences).toEqual([])
  })

  it('is the only SQL that writes its tables', () => {
    const others = [...declaredStatements.values()].filter(({ name }) => !ledgerNames.has(name))
    expect(others.length).toBeGreaterThan(100)
    const offences = others.flatMap(({ name, text }) =>
      writtenTablesOf(text).map((table) => `${name} writes ${table}`),
    )
    expect(offences).toEqual([])
  })
})

it('is checked for foreign tables and for writes', () => {
  expect(foreignTablesOf(`select 'batches' from wallets w join purchases p on true`)).toEqual([
    'purchases',
  ])
  expect(writtenTablesOf('update batch_stock s set available_kg = 0')).toEqual(['batch_stock'])
})
