// Tests the earliest day of a retirement when the registry's file did not say when a batch was issued.
import { expect, it } from 'vitest'
import { type Answer, checkAnswers } from './judge-registry-answers.ts'

const batchId = 'b1'
const withPeriod = '9463-1000-1004-VCS-VCU-262-VER-IN-1-934-01012024-30062024-0'
const withoutPeriod = 'GS1-1-TR-GS1-1-2024-1-1-5'

function faultOf(serial: string, retiredOn: string, issuedOn: string | null = null) {
  const row = { serial, retiredOn, reference: 'R-1', firstPlace: 1, lastPlace: 1_000 }
  const answer = { file: 'due.csv', line: 2, row, exported: { batchId } } as unknown as Answer
  const issue = { id: batchId, vintage_year: 2024, issued_on: issuedOn }
  const sold = { due: '{[1,1001)}', held_back: null }
  const facts = {
    sold: new Map([[batchId, sold]]),
    issues: new Map([[batchId, issue]]),
    batchesByReference: new Map(),
  } as unknown as Parameters<typeof checkAnswers>[2]
  const rules = { allowsSameReference: false, today: '2026-11-22' }
  return checkAnswers([answer], rules, facts)[0]?.fault ?? null
}

it.each([
  ['a serial with a period', withPeriod, null, '2024-06-30'],
  ['a serial without one', withoutPeriod, null, '2024-01-01'],
  ['a known day of issue', withPeriod, '2025-03-04', '2025-03-04'],
])('%s is retired from its first possible day to today', (_, serial, issuedOn, first) => {
  const dayBefore = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
  expect(faultOf(serial, first, issuedOn)).toBeNull()
  expect(faultOf(serial, '2026-11-22', issuedOn)).toBeNull()
  expect(faultOf(serial, dayBefore, issuedOn)).toContain(`before the batch was issued, ${first}`)
  expect(faultOf(serial, '2026-11-23', issuedOn)).toContain('after today')
})
