// Tests the lines of the ledger check: what was compared, what is wrong, and what could not be compared.
import { expect, it } from 'vitest'
import { moneySums } from '#ledger/check-money.ts'
import { databaseOf, type StoredRows } from '#tests/support/stored-rows.ts'
import type { Context } from './command.ts'
import { ledgerCheck } from './ledger-commands.ts'

const [first, second] = Object.entries(moneySums)
if (first === undefined || second === undefined) throw new Error('the ledger has two sums of money')
const [firstCheck, firstSums] = first
const [secondCheck, secondSums] = second

async function check(rows: StoredRows) {
  const [read, serving] = [databaseOf(rows), databaseOf({})]
  const context = { db: read.db, servingDb: serving.db } as unknown as Context
  const outcome = await ledgerCheck.run(context)
  return { ...outcome, runs: serving.valuesOf('record-last-run') }
}
const compared = (count: number) => ({ subject: null, expected: count, found: count })

it('says how many sums of each kind were compared, and that they add up', async () => {
  const { ok, lines, json, runs } = await check({
    [firstSums.name]: [[compared(7)]],
    [secondSums.name]: [[compared(12)]],
  })
  expect([ok, runs]).toEqual([true, [['ledger check', true]]])
  expect(lines.slice(0, 2)).toEqual([`${firstCheck}: 7 compared`, `${secondCheck}: 12 compared`])
  expect(lines.at(-1)).toBe('The ledger adds up.')
  expect(lines.join()).not.toContain('WRONG')
  expect(json).toMatchObject({ ok: true, faults: [], not_compared: [] })
  expect(json).toMatchObject({ checked: { [firstCheck]: 7, [secondCheck]: 12 } })
})

it('names each sum that does not hold, with what it is and what it should be', async () => {
  const { ok, lines, json, runs } = await check({
    [firstSums.name]: [[{ subject: 'wallet:a', expected: 5, found: -3 }, compared(7)]],
    [secondSums.name]: [[compared(12), { subject: 'b', expected: 0, found: 9 }]],
  })
  expect([ok, runs]).toEqual([false, [['ledger check', false]]])
  expect(lines.slice(0, 2)).toEqual([`${firstCheck}: 7 compared`, `${secondCheck}: 12 compared`])
  expect(lines.slice(-3)).toEqual([
    `WRONG, ${firstCheck}: wallet:a is -3, expected 5`,
    `WRONG, ${secondCheck}: b is 9, expected 0`,
    '2 sums do not hold.',
  ])
  expect(json).toMatchObject({
    ok: false,
    faults: [
      { check: firstCheck, subject: 'wallet:a', expected: 5, found: -3 },
      { check: secondCheck, subject: 'b', expected: 0, found: 9 },
    ],
  })
})
