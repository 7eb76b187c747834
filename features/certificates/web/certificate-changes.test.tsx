// Tests a certificate that does not load, the letters of its name, and a name that is saved.
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { CertificatePart } from './certificate-part.tsx'

const own = { code: '0123456789ABCDEF', url: 'https://a.example/c/0123456789ABCDEF', name: 'Ada' }
let answer: (method: string) => Response
beforeEach(() => {
  openPage()
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) =>
    answer(method),
  )
})
const open = () =>
  draw(
    <QueryClientProvider client={newQueryClient()}>
      <CertificatePart txId="CP-1" />
    </QueryClientProvider>,
  )

it('one that does not load shows it, and Retry loads it', async () => {
  answer = () => Response.json({}, { status: 500 })
  const page = await open()
  await until(() => page.text().includes('That did not work.'))
  expect(page.offers('Make a certificate')).toBe(0)
  answer = () => Response.json([own])
  await page.press('Retry')
  await until(() => page.offers('Save name') === 1)
  expect(page.text()).not.toContain('That did not work.')
})

it('a name is saved with a notice, and letters that the PDF lacks are pointed out while typed', async () => {
  const toasts = vi.spyOn(toastManager, 'add')
  answer = (method) => Response.json(method === 'GET' ? [own] : { ...own, name: 'Ada Lovelace' })
  const page = await open()
  await until(() => page.offers('Save name') === 1)
  expect(page.text()).not.toContain('The PDF cannot write these letters')
  await page.type('Name on the certificate', '愛子')
  expect(page.text()).toContain('The PDF cannot write these letters')
  await page.type('Name on the certificate', 'Ada Lovelace')
  expect(page.text()).not.toContain('The PDF cannot write these letters')
  await page.submit()
  await until(() => toasts.mock.calls.length > 0)
  expect(toasts.mock.calls[0]?.[0]).toMatchObject({ title: 'The name is saved.' })
  expect(page.valueOf('Name on the certificate')).toBe('Ada Lovelace')
  toasts.mockRestore()
})
