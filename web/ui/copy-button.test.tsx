// Tests the button that copies: its words and name after a success and after a failure, and 2 s later.
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import { CopyButton } from './copy-button.tsx'

beforeEach(() => openPage())

it.each([
  ['a copied text', async () => undefined, 'Copied', 1],
  [
    'a blocked clipboard',
    () => Promise.reject(new Error('blocked')),
    'Please select and copy it yourself',
    0,
  ],
])('%s is said for 2 s, and can be copied again', async (_, writeText, words, copiedOnce) => {
  const write = vi.fn(writeText)
  vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText: write } })
  vi.useFakeTimers()
  let copied = 0
  const button = <CopyButton text="CP-1" label="Transaction ID" onCopied={() => (copied += 1)} />
  const page = await draw(button)
  for (const times of [1, 2]) {
    expect([page.text(), page.offers('Copy: Transaction ID')]).toEqual(['Copy', 1])
    await page.press('Copy: Transaction ID')
    expect([page.text(), page.offers(words)]).toEqual([words, 1])
    expect([write.mock.calls, copied]).toEqual([Array(times).fill(['CP-1']), copiedOnce * times])
    await pass(1_999)
    expect(page.text()).toBe(words)
    await pass(1)
  }
})
