// Tests in a simulated page that a certificate is made, shared and taken down, and what its part shows after each
// failure.
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { CertificatePart } from './certificate-part.tsx'

const own = { code: '0123456789ABCDEF', url: 'https://a.example/c/0123456789ABCDEF', name: 'Ada' }
const other = { code: 'FEDCBA9876543210', url: 'https://a.example/c/FEDCBA9876543210', name: null }
let answer: (method: string, path: string) => Response | Promise<Response>
let sent: [method: string, path: string, body: unknown][]
const share = vi.fn(async (_given: object) => undefined)
beforeEach(() => {
  openPage()
  sent = []
  share.mockClear()
  vi.stubGlobal('navigator', { languages: ['en'], userAgent: '', share })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET')
      sent.push([method, path, body === undefined ? null : JSON.parse(String(body))])
    return answer(method, path)
  })
})
const part = (client: ReturnType<typeof newQueryClient>, txId: string) => (
  <QueryClientProvider client={client}>
    <CertificatePart txId={txId} />
  </QueryClientProvider>
)
const open = (txId = 'CP-1') => draw(part(newQueryClient(), txId))
const refused = (code: string) => Response.json({ code }, { status: 400 })
const isBusy = () =>
  document.querySelector('button[type=submit]')?.getAttribute('aria-busy') === 'true'

it('one is made with a name without blanks around it, after a refusal at its field', async () => {
  answer = (method) => (method === 'GET' ? Response.json([]) : refused('certificate_name_claims'))
  const page = await open()
  await until(() => page.offers('Make a certificate') === 1)
  expect(page.text()).toContain('A public page of these kilograms, to share or to frame')
  await page.type('Name on the certificate', '  Carbon neutral ')
  await page.submit()
  const claim = 'A certificate shows a contribution.'
  await until(() => page.text().includes(claim))
  expect([isBusy(), page.valueOf('Name on the certificate')]).toEqual([false, '  Carbon neutral '])
  answer = (method) => Response.json(method === 'GET' ? [] : own, { status: 201 })
  await page.type('Name on the certificate', ' Ada ')
  await page.submit()
  await until(() => page.offers('Save name') === 1)
  expect(sent).toEqual([
    ['POST', '/api/certificates', { tx_id: 'CP-1', name: 'Carbon neutral' }],
    ['POST', '/api/certificates', { tx_id: 'CP-1', name: 'Ada' }],
  ])
  expect(page.text()).toContain(own.url)
  expect(page.text()).not.toContain(claim)
  expect(page.offers('Make a certificate')).toBe(0)
})

it('its address is shared with its title, and a share that is cancelled shows nothing', async () => {
  answer = () => Response.json([own])
  share.mockRejectedValueOnce(new Error('cancelled'))
  const page = await open()
  await until(() => page.offers('Share') === 1)
  const before = page.text()
  await page.press('Share')
  await page.press('Share')
  expect(share.mock.calls).toEqual([1, 2].map(() => [{ url: own.url, title: 'Certificate' }]))
  expect(page.text()).toBe(before)
})

it('it is taken down only when that is sure, and can then be made again', async () => {
  const toasts = vi.spyOn(toastManager, 'add')
  answer = (method) => (method === 'GET' ? Response.json([own]) : refused('certificate_not_found'))
  const page = await open()
  await until(() => page.offers('Take the page down') === 1)
  await page.press('Take the page down')
  expect(page.text()).toContain('Its address then leads nowhere, for good.')
  expect(page.offers('Take the page down')).toBe(0)
  await page.press('Cancel')
  expect(sent).toEqual([])
  expect(page.offers('Take it down for good')).toBe(0)
  await page.press('Take the page down')
  await page.press('Take it down for good')
  await until(() => sent.length === 1)
  // A failure leaves the page as it was.
  await until(() => page.text().includes('That did not work.'))
  expect([page.text().includes(own.url), toasts.mock.calls.length]).toEqual([true, 0])
  await until(() => page.offers('Take it down for good') === 1)
  answer = (method) =>
    method === 'GET' ? Response.json([own]) : new Response(null, { status: 204 })
  await page.press('Take it down for good')
  await until(() => page.offers('Make a certificate') === 1)
  expect(sent).toEqual([1, 2].map(() => ['DELETE', `/api/certificates/${own.code}`, null]))
  expect(page.text()).not.toContain(own.url)
  expect(toasts.mock.calls.map(([toast]) => toast)).toMatchObject([
    { title: 'The page was taken down.' },
  ])
  expect(page.valueOf('Name on the certificate')).toBe('')
})

it('a name that is not saved says why, and is still there to be mended', async () => {
  answer = (method) =>
    method === 'GET' ? Response.json([own]) : refused('certificate_name_too_long')
  const toasts = vi.spyOn(toastManager, 'add')
  const page = await open()
  await until(() => page.offers('Save name') === 1)
  await page.type('Name on the certificate', 'Ada Lovelace')
  await page.submit()
  await until(() => page.text().includes('80'))
  expect([page.valueOf('Name on the certificate'), isBusy()]).toEqual(['Ada Lovelace', false])
  expect(toasts).not.toHaveBeenCalled()
  expect(sent).toEqual([['PATCH', `/api/certificates/${own.code}`, { name: 'Ada Lovelace' }]])
})

it('each purchase has its own, with its own name', async () => {
  answer = (_method, path) => Response.json(path.includes('CP-2') ? [other] : [own])
  const client = newQueryClient()
  const page = await draw(part(client, 'CP-1'))
  await until(() => page.text().includes(own.url))
  await page.again(part(client, 'CP-2'))
  await until(() => page.text().includes(other.url))
  expect(page.text()).not.toContain(own.url)
  expect(page.valueOf('Name on the certificate')).toBe('')
})
