// Tests the link to Google Wallet: it opens the server's link, and no address but a web page.
import { expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { GoogleWalletLink } from './pass-action.tsx'

it.each([
  ['https://pay.google.com/gp/v/save/eyJ', true],
  ['javascript:alert(1)', false],
  ['https://', false],
])('%s is opened: %s', async (save_url, isOpened) => {
  const assign = vi.fn<(url: string) => void>()
  openPage()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/p1/google') ? { save_url } : {}),
  )
  document.documentElement.dataset.googleWallet = ''
  const page = await draw(<GoogleWalletLink passportId="p1" />)
  await page.press('Add to Google Wallet')
  await until(() =>
    isOpened ? assign.mock.calls.length > 0 : page.text().includes('could not be opened'),
  )
  expect(assign.mock.calls).toEqual(isOpened ? [[save_url]] : [])
})
