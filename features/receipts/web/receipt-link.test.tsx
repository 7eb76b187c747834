// Tests in a simulated page how the link opens a receipt: the browser's own way once it has its number, else after the
// app has waited for it. It also tests the link to a year's statement.
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { serverNow } from '#web/api/api.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { StatementChoice } from './statement-choice.tsx'

const awaited = () =>
  Response.json({ code: 'not_yet' }, { status: 409, headers: { 'retry-after': '0' } })
const receipt = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
const address = '/api/tokens/transaction/CP-1/receipt.pdf'

let answers: (() => Response | Promise<Response>)[]
let requests: string[]
/** Names of saved files. */
let saved: string[]
const opened = vi.fn<(address: string, target: string, features: string) => void>()
beforeEach(() => {
  openPage()
  requests = []
  saved = []
  opened.mockReset()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return (answers.shift() ?? receipt)()
  })
  window.open = ((...given: [string, string, string]) => opened(...given)) as typeof window.open
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
})

const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000).toISOString()

/** Presses the link. Returns true if the browser may follow it. */
async function press(): Promise<boolean | undefined> {
  let follows: boolean | undefined
  await act(async () => {
    const event = new window.MouseEvent('click', { bubbles: true, cancelable: true })
    follows = document.querySelector('a')?.dispatchEvent(event)
  })
  return follows
}

it('an old receipt is opened by the browser, without a request of the app', async () => {
  await draw(<ReceiptLink txId="CP-1" createdAt={minutesAgo(61)} />)
  expect(document.querySelector('a')?.getAttribute('href')).toBe(address)
  expect(await press()).toBe(true)
  expect(requests).toEqual([])
})

it('a new receipt that has its number opens in a tab, the next time by the browser', async () => {
  answers = [receipt]
  await draw(<ReceiptLink txId="CP-1" createdAt={minutesAgo(59)} />)
  expect(await press()).toBe(false)
  await until(() => opened.mock.calls.length === 1)
  expect(opened).toHaveBeenCalledExactlyOnceWith(address, '_blank', 'noreferrer')
  expect([requests, saved]).toEqual([[address], []])
  await until(async () => (await press()) === true)
  expect(requests).toHaveLength(1)
})

it('a new receipt that waits for its number says so, and is saved then', async () => {
  answers = [awaited, receipt]
  const page = await draw(<ReceiptLink txId="CP-1" createdAt={minutesAgo(0)} />)
  await press()
  await until(() => requests.length === 2)
  await until(() => saved.length > 0)
  expect(saved).toEqual(['receipt-CP-1.pdf'])
  expect(opened).not.toHaveBeenCalled()
  expect(page.text()).not.toContain(texts.receipts_numbering())
})

it('a new receipt that does not load has a sentence', async () => {
  answers = [() => Response.json({ code: 'internal' }, { status: 500 })]
  const page = await draw(<ReceiptLink txId="CP-1" createdAt={minutesAgo(0)} />)
  await press()
  await until(() => expect(page.text()).toContain('The receipt did not load.'))
  expect([opened.mock.calls, saved]).toEqual([[], []])
  // Pressed again, it is loaded, and the sentence ends.
  answers = [receipt]
  expect(await press()).toBe(false)
  await until(() => opened.mock.calls.length === 1)
  await until(() => !page.text().includes('The receipt did not load.'))
  expect(saved).toEqual([])
})

it('while the number is awaited it says so once, and not after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers = [awaited, () => promise]
  const page = await draw(<ReceiptLink txId="CP-1" createdAt={minutesAgo(0)} />)
  expect(page.text()).not.toContain(texts.receipts_numbering())
  await press()
  await until(() => requests.length === 2)
  await until(() => page.text().includes(texts.receipts_numbering()))
  await act(async () => resolve(Response.json({ code: 'internal' }, { status: 500 })))
  await until(() => page.text().includes('The receipt did not load.'))
  expect(page.text()).not.toContain(texts.receipts_numbering())
})

it('the link to a statement has the selected year, of this one and the five before', async () => {
  const page = await draw(<StatementChoice />)
  const thisYear = new Date(serverNow()).getUTCFullYear()
  const years = [0, 1, 2, 3, 4, 5].map((back) => String(thisYear - back))
  expect([...document.querySelectorAll('option')].map(({ value }) => value)).toEqual(years)
  const link = () => document.querySelector('a')?.getAttribute('href')
  expect(link()).toBe(`/passport/statement.pdf?year=${thisYear}`)
  await page.type(/year/i, String(thisYear - 2))
  expect(link()).toBe(`/passport/statement.pdf?year=${thisYear - 2}`)
})
