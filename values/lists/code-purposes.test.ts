// Tests that each message with a code has one purpose, and other messages have none.
import { expect, it } from 'vitest'
import { codeTemplates, purposeOf } from './code-purposes.ts'

it('each purpose has a message of its own', () => {
  expect(codeTemplates).toEqual({
    ...{ sign_in: 'otp', export: 'otp_export', passkeys: 'otp_passkeys', delete: 'otp_delete' },
    ...{ leave_number: 'otp_leave_number', take_number: 'otp_take_number' },
  })
  for (const [purpose, template] of Object.entries(codeTemplates)) {
    expect(purposeOf(template)).toBe(purpose)
  }
  expect(['purchase_success', 'otp_', ''].map(purposeOf)).toEqual([undefined, undefined, undefined])
})
