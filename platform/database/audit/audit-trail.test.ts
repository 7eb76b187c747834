// Tests that the audit trail keeps names and reasons as words and refuses phone numbers.
import { expect, it } from 'vitest'
import { entryFault } from './audit-trail.ts'

const noNumber = expect.stringContaining('leave phone numbers out')

it.each([
  ['asked by letter', null],
  ['order 123456', null],
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
