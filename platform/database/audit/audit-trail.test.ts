// Tests that the audit trail keeps names and reasons as words and refuses phone numbers.
import { expect, it } from 'vitest'
import { entryFault } from './audit-trail.ts'

const noNumber = expect.stringContaining('leave phone numbers out')

it.each([
  ['asked by letter', null],
  ['order 123456', null],
  ['Agreed on 2026-11-27', null],
  ['agreed 27.11.2026, paid 28.11.2026', null],
  ['Asked on 27/11/2026 at 09:30', null],
  ['Paid £12,345.67 twice', null],
  ['1,000,000 kg too many', null],
  ['Years 2025-2026', null],
  ['of CP-2345-6789-2345, not CP-2345-6789-2346', null],
  ['wrong serial GS1-1-SO-GS12285-16-2021-24678-1-100.', null],
  ['19a6b1e7-7c1f-7000-8000-447400900123', null],
  ['on 2026-11-27 call 07400 900123', noNumber],
  ['2026-11-27 07400900123', noNumber],
  ['CP-2345-6789-2345 of 07400 900123', noNumber],
  ['07400 900123 CP-2345-6789-2345', noNumber],
  ['+2026-11-27', noNumber],
  ['call 2025-2026', noNumber],
  ['CP-0740-0900-1234567', noNumber],
  ['555 1234 called', noNumber],
  ['0.7.4.0.0.1.2.3', noNumber],
  ['(07400) - 123 456', noNumber],
  ['call ０７４００１２３４５６', noNumber],
  ['call ٠٧٤٠٠١٢٣٤٥٦', noNumber],
  ['x'.repeat(1_000), null],
  ['x'.repeat(1_001), expect.stringContaining('--reason takes a text')],
  [' ', expect.stringContaining('--reason takes a text')],
])('the reason "%.40s"', (reason, fault) => {
  expect(entryFault('Grace', reason)).toEqual(fault)
})

it.each([
  ['x'.repeat(120), null],
  ['x'.repeat(121), expect.stringContaining('--by takes a name')],
  [' ', expect.stringContaining('--by takes a name')],
  ['+44 7400 123456', noNumber],
])('the name "%.40s" of an operator who only reads', (name, fault) => {
  expect(entryFault(name, null)).toEqual(fault)
})
