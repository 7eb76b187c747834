// Tests the buttons of wallet passes: the file that is saved, failures, and the notes of sandboxes.
import { beforeEach, expect, it, vi } from 'vitest'
import { textIn } from '#texts/text-in.ts'
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
  expect(asked).toEqual(['/passport/pass/p1', '/passport/pass/p1'])
  await until(() => document.querySelector('[aria-busy]') === null)
})

it('a link that does not come is reported, until one comes', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { assign })
  answer = () => Response.json({}, { status: 500 })
  const page = await draw(<GoogleWalletLink passportId="p1" />)
  const status = () => document.querySelector('[role=status]')?.textContent
  expect(status()).toBe('')
  await page.press('Add to Google Wallet')
  await until(() => status() !== '')
  expect(status()).toBe(textIn('en', 'wallet_pass_google_failed'))
  answer = () => Response.json({ save_url: 'https://pay.google.com/gp/v/save/eyJ' })
  await page.press('Add to Google Wallet')
  await until(() => assign.mock.calls.length > 0)
  await until(() => document.querySelector('[aria-busy]') === null)
  expect([status(), asked]).toEqual(['', Array(2).fill('/passport/pass/p1/google')])
})

it('there is no link to Google Wallet where the server has none', async () => {
  delete document.documentElement.dataset.googleWallet
  const page = await draw(<GoogleWalletLink passportId="p1" />)
  expect(page.text()).toBe('')
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
  const [fileNote, googleNote] = [
    textIn('en', 'wallet_pass_development'),
    textIn('en', 'wallet_pass_google_sandbox'),
  ]
  expect([noted.text(), googleNoted.text()]).toEqual([
    `${words[0]}${ofFile ? fileNote : ''}`,
    `${words[1]}${ofGoogle ? googleNote : ''}`,
  ])
})
