// Tests files that the browser downloads: their name, their content, and the end of their address.
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '#web/test-page.ts'
import { csvFile, saveFile } from './save-file.ts'

beforeEach(() => openPage())

it('a file is downloaded under its name, from an address that lives for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const files: unknown[] = []
  const links: unknown[][] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file)
    return `blob:${files.length}`
  })
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  const clicked = vi.spyOn(window.HTMLAnchorElement.prototype, 'click')
  clicked.mockImplementation(function click(this: HTMLAnchorElement) {
    links.push([this.href, this.download])
  } as never)
  const file = new Blob(['{}'])
  saveFile(file, 'data.json')
  saveFile(file, 'more.json')
  expect([files, links]).toEqual([
    [file, file],
    [
      ['blob:1', 'data.json'],
      ['blob:2', 'more.json'],
    ],
  ])
  vi.advanceTimersByTime(59_999)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked.mock.calls).toEqual([['blob:1'], ['blob:2']])
})

it('a table begins with the mark by which Excel recognises its encoding', async () => {
  const file = csvFile('a,ü\n')
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect([await file.text(), file.type]).toEqual(['a,ü\n', 'text/csv'])
})
