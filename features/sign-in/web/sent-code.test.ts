// Tests a tab's record of a sent code: how long it leads back, and changes of the clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeTriesMax } from '#values/text/one-time-code.ts'
import { mustWait, sentBefore, sentNow } from './requested-code.ts'
import { canWork, correctTimes, forgetSentCode, keepSentCode, readSentCode } from './sent-code.ts'

const phone = '+447400123456'
const now = 1_800_000_000_000
const answer = { expiresInSeconds: 300, resendInSeconds: 30 }
const sent = sentNow(phone, answer, undefined, now)

describe('a sent code', () => {
  it('leads back to the sheet while another one must wait, for its own number only', () => {
    expect(mustWait(sent, phone, now + 29_999)).toBe(true)
    expect(mustWait(sent, phone, now + 30_000)).toBe(false)
    expect(mustWait(sent, '+447400123457', now)).toBe(false)
  })

  it('leads nowhere once it has expired, however long another one must wait', () => {
    const waiting = { ...sent, resendAt: now + 3_600_000 }
    expect(mustWait(waiting, phone, now + 299_999)).toBe(true)
    expect(mustWait(waiting, phone, now + 300_000)).toBe(false)
  })

  it('is valid until it expires or its attempts are used up', () => {
    expect(canWork(sent, now + 299_999)).toBe(true)
    expect(canWork(sent, now + 300_000)).toBe(false)
    expect(canWork({ ...sent, wrongTries: codeTriesMax }, now)).toBe(false)
  })

  it('keeps the count of wrong attempts when the same code is sent again, and only then', () => {
    const tried = { ...sent, wrongTries: 2 }
    expect(sentNow(phone, answer, tried, now + 60_000).wrongTries).toBe(2)
    expect(sentNow(phone, answer, tried, now + 300_000).wrongTries).toBe(0)
    expect(sentNow('+447400123457', answer, tried, now + 60_000).wrongTries).toBe(0)
  })

  it('is not claimed as ours where this tab was refused one', () => {
    expect(sentBefore(phone, 90, now)).toMatchObject({ isOurs: false, resendAt: now + 90_000 })
  })

  it('counts from now where the clock was set back, and is otherwise unchanged', () => {
    const back = correctTimes(sent, now - 3_600_000)
    expect(mustWait(back, phone, now - 3_600_000)).toBe(true)
    expect(back.expiresAt - (now - 3_600_000)).toBe(300_000)
    expect(back.resendAt - (now - 3_600_000)).toBe(30_000)
    expect(correctTimes(sent, now + 5_000)).toEqual(sent)
  })
})

describe('a reload finds', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    const sessionStorage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    }
    vi.stubGlobal('window', { sessionStorage })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('the whole record until it expires or is used, and then none', () => {
    keepSentCode(sent)
    expect(readSentCode(now + 299_999)).toEqual(sent)
    expect(readSentCode(now + 300_000)).toBeUndefined()
    expect(kept.size).toBe(0)
    keepSentCode(sent)
    forgetSentCode()
    expect(readSentCode(now)).toBeUndefined()
  })

  it('times counted from now where the clock was set back', () => {
    keepSentCode(sent)
    expect(readSentCode(now - 3_600_000)?.expiresAt).toBe(now - 3_600_000 + 300_000)
  })

  it('no record where another value is stored, which is then erased', () => {
    keepSentCode(sent)
    const [[name = ''] = []] = kept
    const { phone: _, ...nobodys } = sent
    const moments = ['sentAt', 'expiresAt', 'resendAt', 'wrongTries']
    const broken = moments.map((field) => ({ ...sent, [field]: undefined }))
    for (const text of [
      'null',
      '7',
      '[]',
      ...[nobodys, ...broken].map((each) => JSON.stringify(each)),
    ]) {
      kept.set(name, text)
      expect(readSentCode(now)).toBeUndefined()
      expect(kept.size).toBe(0)
    }
    kept.set(name, '{')
    expect(readSentCode(now)).toBeUndefined()
  })

  it('no record where the storage is closed, without an error', () => {
    vi.stubGlobal('window', {})
    keepSentCode(sent)
    expect(readSentCode(now)).toBeUndefined()
    forgetSentCode()
  })
})
