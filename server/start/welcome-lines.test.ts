// Tests the lines that a start prints once the product serves.
import { expect, it } from 'vitest'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { welcomeLines } from './welcome-lines.ts'

const keys = { SECRET_KEY: '5f'.repeat(32), NUMBERS_KEY: '6a'.repeat(32) }
const linesOf = (more: Partial<Settings>, invitation: string | null = null) =>
  welcomeLines({ ...readSettings(keys), devInboxToken: 'token', ...more }, 4_100, invitation)

const ready = 'Carbon Passport is ready: http://localhost:4100'
const codes =
  'Sign-in codes appear here and at http://localhost:4100/dev/messages?token=token (sandbox: no real SMS).'

it('name the port that serves, the inbox with its token, and the console with an invitation', () => {
  expect(linesOf({ consolePort: 4_200 }, 'abc')).toEqual([
    ready,
    codes,
    'Console for staff: http://localhost:4200/invitation/abc',
  ])
  expect(linesOf({ consolePort: 4_200 })).toEqual([
    ready,
    codes,
    'Console for staff: http://localhost:4200',
  ])
})

it('name no console that this process does not serve', () => {
  const consoleUrlSetting = 'https://console.example'
  expect(linesOf({ consolePort: undefined, consoleUrlSetting }, 'abc')).toEqual([ready, codes])
  expect(linesOf({ consolePort: 4_200, consoleUrlSetting }, 'abc').at(-1)).toBe(
    'Console for staff: https://console.example/invitation/abc',
  )
})

it('name the address of the product where it is set', () => {
  const own = { publicUrl: 'https://passport.example', publicUrlIsDefault: false }
  expect(linesOf({ ...own, consolePort: undefined })).toEqual([
    'Carbon Passport is ready: https://passport.example',
    'Sign-in codes appear here and at https://passport.example/dev/messages?token=token (sandbox: no real SMS).',
  ])
})

it('show no token in production, where the inbox needs a password', () => {
  const production = { production: true, consolePort: undefined }
  expect(linesOf({ ...production, devInboxPassword: 'long enough for it' })[1]).toBe(
    'Sign-in codes appear here and at http://localhost:4100/dev/messages (sandbox: no real SMS).',
  )
  expect(linesOf({ ...production, devInboxPassword: undefined })[1]).toBe(
    'Sign-in codes appear here (sandbox: no real SMS).',
  )
})

it('say nothing of codes where real SMS are sent', () => {
  const sms = { kind: 'twilio' } as Settings['sms']
  expect(linesOf({ sms, consolePort: undefined })).toEqual([ready])
})
