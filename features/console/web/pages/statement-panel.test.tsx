// Tests the panel that saves a programme's statement.
import { expect, it, vi } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff } from '../test-console-page.tsx'
import { StatementPanel } from './statement-panel.tsx'

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
