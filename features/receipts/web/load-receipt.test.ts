// Tests that the app waits for the number of a receipt as long as the server says, and ends after a number of attempts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { loadReceipt, receiptProblemText } from './load-receipt.ts'

const awaited = () =>
  Response.json({ code: 'not_yet' }, { status: 409, headers: { 'retry-after': '2' } })
const receipt = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })

let answers: (() => Response)[]
let calls: string[]
beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return (answers.shift() ?? awaited)()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an answer without a number is asked for again after its time, and announced', async () => {
  answers = [awaited, awaited, receipt]
  const onWait = vi.fn()
  const loaded = loadReceipt('CP-1', onWait)
  await vi.advanceTimersByTimeAsync(1_999)
  expect([calls.length, onWait.mock.calls.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(2_001)
  expect(await (await loaded).text()).toBe('%PDF')
  expect(calls).toEqual(Array(3).fill('/api/tokens/transaction/CP-1/receipt.pdf'))
})

it('a receipt with its number is loaded without a wait', async () => {
  answers = [receipt]
  const onWait = vi.fn()
  await loadReceipt('CP-1', onWait)
  expect(onWait).not.toHaveBeenCalled()
})

it('a number that does not come ends in an error, as another error does at once', async () => {
  answers = []
  const late = loadReceipt('CP-1', () => undefined)
  const refused = expect(late).rejects.toMatchObject({ code: 'not_yet' })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(calls).toHaveLength(10)
  answers = [() => Response.json({ code: 'purchase_not_found' }, { status: 404 })]
  await expect(loadReceipt('CP-1', () => undefined)).rejects.toBeInstanceOf(ApiError)
  expect(calls).toHaveLength(11)
})

it('failures have a sentence', () => {
  expect(receiptProblemText(new TypeError('Failed to fetch'))).toMatch(/connection/i)
  expect(receiptProblemText(new Error('no PDF'))).toMatch(/receipt/)
})
