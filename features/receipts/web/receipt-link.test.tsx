// Tests in a simulated page that the link to a new receipt shows why the receipt did not load.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { ReceiptLink } from './receipt-link.tsx'

it('a new receipt that does not load has a sentence', async () => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal' }, { status: 500 }))
  const page = await draw(<ReceiptLink txId="CP-1" createdAt={new Date().toISOString()} />)
  await act(async () => document.querySelector('a')?.click())
  await until(() => expect(page.text()).toContain('The receipt did not load.'))
})
