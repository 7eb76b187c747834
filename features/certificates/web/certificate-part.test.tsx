// Tests the certificate next to its purchase at the first render: to be made, or made already.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markupOf } from '#web/test-markup.tsx'
import { listCertificates } from '../certificates-calls.ts'
import { CertificatePart } from './certificate-part.tsx'

beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => vi.unstubAllGlobals())

const url = 'https://a.example/c/0123456789ABCDEF'
function drawn(certificate?: object | null) {
  const html = markupOf(<CertificatePart txId="CP-1" />, [
    [[listCertificates.id, 'CP-1'], certificate],
    [[listCertificates.id, 'CP-2'], { code: 'x', url: 'other', name: 'Ben' }],
  ])
  const buttons = [...html.matchAll(/<button.*?>(?:<[^>]+>)*([^<]+)/g)].map(([, words]) => words)
  return { html, buttons }
}

it('while it is unknown it shows that, and offers no action', () => {
  const { html, buttons } = drawn()
  expect(html).toContain('Loading your certificate')
  expect(buttons).toEqual([])
})

it('where there is none one can be made, with a name or without', () => {
  const { html, buttons } = drawn(null)
  expect(buttons).toEqual(['Make a certificate'])
  expect(html).toMatch(/<input[^>]* name="name"[^>]* value=""/)
  expect(html).toContain('or what you paid')
})

it('an existing one shows its address, opens in another tab, and has its name', () => {
  const { html, buttons } = drawn({ code: '0123456789ABCDEF', url, name: 'Ada' })
  expect(html).toContain(`<a href="${url}" target="_blank" rel="noreferrer"`)
  expect(html).toContain(`>${url}</span>`)
  expect(html).toMatch(/<input[^>]* name="name"[^>]* value="Ada"/)
  expect(buttons).toEqual(['Copy', 'Save name', 'Take the page down'])
  expect(drawn({ code: '0123456789ABCDEF', url, name: null }).html).toMatch(
    /name="name"[^>]* value=""/,
  )
})

it('it can be shared where the device can share', () => {
  vi.stubGlobal('navigator', { share: () => undefined })
  expect(drawn({ code: '0123456789ABCDEF', url, name: 'Ada' }).buttons).toContain('Share')
})
