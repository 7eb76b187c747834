// Who may have an SMS sent: read from the source itself, so that a second way to the provider is
// noticed on the day that somebody opens it.
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

it('the decision is asked for by the outbox, and held by whoever asks for a code', () => {
  expect(filesWith(/\bpermitSms\(/)).toEqual([
    'features/messages/limits/permit-sms.ts',
    'features/messages/send-messages.ts',
  ])
  expect(filesWith(/\bholdSms\(/)).toEqual([
    'features/messages/limits/permit-sms.ts',
    'features/sign-in/codes/request-code.ts',
  ])
})
