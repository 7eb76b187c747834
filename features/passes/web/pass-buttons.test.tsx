// Tests the buttons of wallet passes: the file that is saved, failures, and the notes of sandboxes.
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { GoogleWalletLink, PassDownload } from './pass-action.tsx'

let answer: () => Response
let asked: string[]
beforeEach(() => {
  asked = []
  openPage()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer()
  })
  document.documentElement.dataset.googleWallet = ''
})

it('a pass is saved under its name, and can be downloaded again after a failure', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const saved: string[] = []
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  answer = () => Response.json({}, { status: 500 })
  const page = await draw(<PassDownload passportId="p1" />)
  await page.press(/pass/i)
  await until(() => document.querySelector('[aria-busy]') === null)
  expect(saved).toEqual([])
  answer = () => new Response('pass')
  await page.press(/pass/i)
  await until(() => saved.length > 0)
  expect(saved).toEqual(['carbon-pass.pkpass'])
  expect(new Set(asked).size).toBe(1)
  expect(asked[0]).toContain('p1')
})

it('a link that does not come is reported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  answer = () => Response.json({}, { status: 500 })
  const page = await draw(<GoogleWalletLink passportId="p1" />)
  const words = page.text()
  await page.press('Add to Google Wallet')
  await until(() => page.text().length > words.length)
})

it.each([
  ['passes', true, false],
  ['google', false, true],
  ['sms cards', false, false],
])('with the sandboxes %s only their own pass has a note', async (sandbox, ofFile, ofGoogle) => {
  const plain = await draw(<PassDownload passportId="p1" />)
  const google = await draw(<GoogleWalletLink passportId="p1" />)
  const words = [plain.text(), google.text()]
  await plain.close()
  await google.close()
  document.documentElement.dataset.sandbox = sandbox
  const noted = await draw(<PassDownload passportId="p1" />)
  const googleNoted = await draw(<GoogleWalletLink passportId="p1" />)
  expect([noted.text() !== words[0], googleNoted.text() !== words[1]]).toEqual([ofFile, ofGoogle])
})
