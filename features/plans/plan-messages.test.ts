// Tests the texts of messages about monthly plans, in every language.
import { describe, expect, it } from 'vitest'
import { languages } from '#values/lists/languages.ts'
import { pauseReasons } from '#values/lists/plans.ts'
import { segmentsOf, smsText } from '#values/text/sms-text.ts'
import { confirmText, pausedText, upcomingText } from './plan-messages.ts'

const url = 'https://passport.example/app/settings'
const plan = {
  state: 'active',
  next_run_at: new Date('2026-09-28T09:00:00Z'),
  amount_minor: 123_450,
  currency: 'TRY',
} as const
const ownReasons = ['paused', 'restored']

describe.each(languages)('in %s', (language) => {
  it('the message before a run names its day and sum in at most 2 segments', () => {
    const text = upcomingText(language, plan, url) ?? ''
    expect(text).toContain('28')
    expect(text).toMatch(/1.?234.50/)
    expect([segmentsOf(smsText(text)) <= 2, text]).toEqual([true, text])
  })

  it('the message that the bank asks has its link, in at most 2 segments', () => {
    const link = 'https://passport.example/app/plans/PL-7K2M-9QXF-4HJD/2026-11'
    const text = confirmText(language, { state: 'active' }, link) ?? ''
    expect(text).toContain(link)
    expect([segmentsOf(smsText(text)) <= 2, text]).toEqual([true, text])
  })

  it.each(pauseReasons)('a pause by %s is explained, unless the owner knows it', (pause_reason) => {
    const text = pausedText(language, { pause_reason }, url)
    if (ownReasons.includes(pause_reason)) return expect(text).toBeNull()
    expect(text).toContain(url)
    expect([segmentsOf(smsText(text ?? '')) <= 2, text]).toEqual([true, text])
  })
})

it('a message is not sent about a plan that has changed since', () => {
  expect(upcomingText('en', { ...plan, state: 'paused' }, url)).toBeNull()
  expect(pausedText('en', { pause_reason: null }, url)).toBeNull()
  expect(confirmText('en', { state: 'ended' }, url)).toBeNull()
})

it('each reason has words of its own', () => {
  const texts = pauseReasons.map((pause_reason) => pausedText('en', { pause_reason }, url))
  const sent = texts.filter((text) => text !== null)
  expect(new Set(sent).size).toBe(pauseReasons.length - ownReasons.length)
})
