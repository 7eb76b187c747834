// Checks in the source who may send an SMS, so that a second way to the provider fails this test.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['features', 'server', 'providers', 'ledger', 'operator', 'values']
const sources = globSync(`{${folders.join(',')}}/**/*.ts`).filter(
  (file) => !file.endsWith('.test.ts'),
)

function filesWith(pattern: RegExp): string[] {
  return sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()
}

it('one file makes the permits that an SMS needs to leave', () => {
  expect(filesWith(/new SendPermit\(/)).toEqual(['features/messages/limits/permit-sms.ts'])
})

it('one file calls the port with them', () => {
  expect(filesWith(/\bsms\w*\.send\(/i)).toEqual(['features/messages/send-messages.ts'])
})

it('the outbox asks for the decision, and requests for codes hold it', () => {
  expect(filesWith(/\bpermitSms\(/)).toEqual([
    'features/messages/limits/permit-sms.ts',
    'features/messages/send-messages.ts',
  ])
  expect(filesWith(/\bholdSmsBatch\(/)).toEqual([
    'features/messages/limits/hold-sms.ts',
    'features/messages/limits/permit-sms.ts',
    'features/sign-in/codes/send-batch.ts',
  ])
})
