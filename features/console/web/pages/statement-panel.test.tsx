// Tests the panel that saves a programme's statement.
import { expect, it, vi } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff } from '../test-console-page.tsx'
import { recentMonths, StatementPanel } from './statement-panel.tsx'

it('a statement that cannot be saved says why', async () => {
  const failure = { error: 'Failed.', code: 'internal', request_id: 'req-9' }
  answerCalls(() => answer(failure, 500))
  const page = await drawForStaff(<StatementPanel id="spring" />)
  await page.press('Save as PDF')
  await until(() => expect(page.text()).toContain('Request req-9.'))
})

it('the rows of a statement are saved as spreadsheets read them, the PDF as it is', async () => {
  answerCalls(() => new Response('programme,cents\r\n'))
  const page = await drawForStaff(<StatementPanel id="spring" />)
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file)
    return 'blob:x'
  })
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const bytesAfter = async (button: string, count: number) => {
    await page.press(button)
    await until(() => expect(saved).toHaveLength(count))
    return [...new Uint8Array((await saved.at(-1)?.arrayBuffer()) ?? new ArrayBuffer())].slice(0, 4)
  }
  expect(await bytesAfter('Save as CSV', 1)).toEqual([0xef, 0xbb, 0xbf, 0x70])
  expect((await bytesAfter('Save as PDF', 2))[0]).toBe(0x70)
})

it('offers 36 months in UTC, the newest first', () => {
  const months = recentMonths(Date.parse('2026-01-31T23:59:59Z'))
  expect(months.slice(0, 3)).toEqual([
    { value: '2026-01', label: 'January 2026, so far' },
    { value: '2025-12', label: 'December 2025' },
    { value: '2025-11', label: 'November 2025' },
  ])
  expect([months.length, months.at(-1)]).toEqual([36, { value: '2023-02', label: 'February 2023' }])
  expect(recentMonths(Date.parse('2026-02-01T00:00:00Z'))[0]?.value).toBe('2026-02')
})

it('a statement that is saved after a failure leaves no words of it', async () => {
  let isAway = true
  answerCalls(() =>
    isAway
      ? answer({ error: 'Failed.', code: 'internal', request_id: 'req-9' }, 500)
      : new Response('rows'),
  )
  const page = await drawForStaff(<StatementPanel id="spring" />)
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await page.press('Save as CSV')
  await until(() => expect(page.text()).toContain('Request req-9.'))
  isAway = false
  await page.press('Save as CSV')
  await until(() => expect(saved).toHaveLength(1))
  await until(() => expect(page.text()).not.toContain('Request req-9.'))
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})
