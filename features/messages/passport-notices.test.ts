// Tests that each notice about a passport has its own text, in the language of its passport, and goes to its number.
import { describe, expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { noticeTemplates } from './notice-templates.ts'
import { noticeMessages } from './passport-notices.ts'

const publicUrl = 'https://passport.example'
const settings = `${publicUrl}/app/settings`
const passport = {
  ...{ phone: '+4915123456789', language: 'en', browser: 'Firefox', system: 'Linux' },
  moving_to: '+31612345678',
}
const left = '+447400123456'

async function noticeOf(template: string, changes: object = {}, recipient = 'holder') {
  const { db, valuesOf } = databaseOf({ 'passport-of-notice': [[{ ...passport, ...changes }]] })
  const services = { db, settings: { publicUrl } } as unknown as Parameters<
    typeof noticeMessages.textOf
  >[0]
  const message = { template, subject: 'passport/session', recipient }
  const notice = await noticeMessages.textOf(services, message)
  return { notice, valuesOf }
}

describe.each(languages)('a notice in %s', (language) => {
  it.each([
    ['new_device', textIn(language, 'sms_new_device', { device: 'Firefox, Linux', url: settings })],
    ['number_left', textIn(language, 'sms_number_left', { phone: '+49•••••789' })],
    ['number_taken', textIn(language, 'sms_number_taken', { url: settings })],
    [
      'number_moving',
      textIn(language, 'sms_number_moving', { phone: '+31•••••678', url: publicUrl }),
    ],
    ['replaced', textIn(language, 'sms_replaced', { url: `${publicUrl}/app` })],
    ['passkey_added', textIn(language, 'sms_passkey_added', { url: settings })],
    ['passkey_removed', textIn(language, 'sms_passkey_removed', { url: settings })],
    ['passkey_ended', textIn(language, 'sms_passkey_ended', { url: settings })],
  ])('of %s has its own text', async (template, body) => {
    const { notice, valuesOf } = await noticeOf(template, { language })
    const to = passport.phone
    expect(notice).toEqual({ to, body, causedBy: null })
    expect(valuesOf('passport-of-notice')).toEqual([['passport', 'session']])
  })

  it.each([
    ['Firefox', null, 'Firefox'],
    [null, 'Linux', 'Linux'],
    [null, null, textIn(language, 'sms_unknown_device')],
  ])('names the device of %s and %s', async (browser, system, device) => {
    const { notice } = await noticeOf('new_device', { language, browser, system })
    expect(notice?.body).toBe(textIn(language, 'sms_new_device', { device, url: settings }))
  })
})

it('goes to the number that the passport has left, and names the new one', async () => {
  const { notice } = await noticeOf('number_left', {}, left)
  expect([notice?.to, notice?.body]).toEqual([left, expect.stringContaining('+49•••••789')])
})

it('of a move that was objected to is not sent', async () => {
  expect((await noticeOf('number_moving', { moving_to: null })).notice).toBe(null)
})

it.each(noticeTemplates)('of %s is not sent to a passport without a number', async (template) => {
  expect((await noticeOf(template, { phone: null })).notice).toBe(null)
})

it('is none of an unknown template', async () => {
  expect((await noticeOf('purchase_success')).notice).toBe(null)
})
