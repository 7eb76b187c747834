// Tests when a provider's circuit opens and closes: half of twenty calls, ten seconds, one call to
// try.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openProviderGuard, type ProviderGuard } from '#providers/provider-guard.ts'
import { MessageRefused, RecipientStopped } from '#providers/sms/sms-provider.ts'

let guard: ProviderGuard
let heard: [string, boolean][]
let asked: number
let answer: () => Promise<string>
let call: () => Promise<string>
beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  asked = 0
  answer = async () => 'yes'
  guard = openProviderGuard({ onCircuitChange: (name, isOpen) => heard.push([name, isOpen]) })
  const ask = () => {
    asked += 1
    return answer()
  }
  call = guard.guard('test.ask', ask, 1_000)
})
afterEach(() => {
  guard.close()
  vi.useRealTimers()
})

const fails = (error: Error) => () => Promise.reject(error)
const answered = (statusCode: number) => Object.assign(new Error('answered'), { statusCode })

async function callTimes(times: number): Promise<number> {
  const before = asked
  for (let count = 0; count < times; count += 1) await call().catch(() => undefined)
  return asked - before
}

describe('a provider that fails', () => {
  it('is not called any more once more than half of twenty calls failed', async () => {
    await callTimes(9)
    answer = fails(new Error('down'))
    expect(await callTimes(10)).toBe(10)
    expect(heard).toEqual([])
    expect(await callTimes(5)).toBe(1)
    expect(heard).toEqual([['test.ask', true]])
    await expect(call()).rejects.toThrow('Breaker is open')
  })

  it('is called once after ten seconds, and by every caller again after a success', async () => {
    answer = fails(new Error('down'))
    await callTimes(20)
    await vi.advanceTimersByTimeAsync(9_900)
    expect(await callTimes(3)).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(await callTimes(3)).toBe(1)
    await vi.advanceTimersByTimeAsync(10_100)
    answer = async () => 'yes'
    expect(await callTimes(3)).toBe(3)
    expect(heard.at(-1)).toEqual(['test.ask', false])
  })

  it('stays open by elapsed time, even if the clock is set meanwhile', async () => {
    answer = fails(new Error('down'))
    await callTimes(20)
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(10_100)
    expect(await callTimes(1)).toBe(1)
  })

  it('and hangs keeps no caller longer than its timeout', async () => {
    answer = () => new Promise(() => undefined)
    const late = expect(call()).rejects.toThrow('no answer in 1000 ms')
    await vi.advanceTimersByTimeAsync(1_000)
    await late
  })

  it('in one kind of call is still called for the others', async () => {
    const other = guard.guard('test.other', async () => 'well', 1_000)
    answer = fails(new Error('down'))
    await callTimes(30)
    expect(await other()).toBe('well')
  })
})

describe('a provider is still called', () => {
  it.each([
    ['a number that is none', new MessageRefused('21211')],
    ['a phone that answered STOP', new RecipientStopped('STOP')],
    ['a request that it cannot take', answered(400)],
    ['something that is not there', answered(404)],
  ])('after any error of a caller: %s', async (_, error) => {
    answer = fails(error)
    expect(await callTimes(60)).toBe(60)
    expect(heard).toEqual([])
  })

  it('after failures of another minute', async () => {
    answer = fails(new Error('down'))
    await callTimes(15)
    await vi.advanceTimersByTimeAsync(70_000)
    expect(await callTimes(15)).toBe(15)
  })
})

it.each([401, 403, 429, 500, 503])('a status %i is the provider’s own', async (status) => {
  answer = fails(answered(status))
  await callTimes(20)
  expect(heard).toEqual([['test.ask', true]])
})
