// Tests the links to the legal texts, and the question for an agreement.
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { agreedTerms, rememberAgreement } from './agreed-terms.ts'
import { Agreement } from './agreement.tsx'
import { LegalLinks } from './legal-links.tsx'
import { TermsDialog } from './terms-dialog.tsx'

beforeEach(() => openPage())
const links = () =>
  [...document.querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.target,
  ])

it('the agreement links both texts in a new tab, and a changed text takes the focus', async () => {
  const page = await draw(<Agreement agreed={false} onChange={() => undefined} />)
  expect(links()).toEqual([
    ['Privacy Policy', '/privacy', '_blank'],
    ['Terms of Use', '/terms', '_blank'],
  ])
  expect(page.text()).not.toContain('have changed')
  await page.again(<Agreement agreed={false} isChanged onChange={() => undefined} />)
  expect(document.activeElement?.textContent).toContain('have changed')
})

it('the profile links the texts that exist, and the address for questions', async () => {
  const { dataset } = document.documentElement
  const page = await draw(<LegalLinks />)
  const pages = () => links().map(([, href]) => href)
  expect(pages()).toEqual(['/privacy', '/terms', '/help'])
  dataset.termsVersion = '2026-11'
  dataset.supportEmail = 'help@passport.example'
  await page.again(<LegalLinks key="again" />)
  expect(pages()).toEqual([
    ...['/privacy', '/terms', '/help', '/imprint', 'mailto:help@passport.example'],
  ])
  expect(links().at(-1)?.[0]).toBe('Write to us')
})

it('the question for an agreement is answered by its box and button, or by Cancel', async () => {
  vi.stubGlobal('history', { state: null, pushState: () => undefined, back: () => undefined })
  window.HTMLDialogElement.prototype.showModal = () => undefined
  const answers: boolean[] = []
  const page = await draw(<TermsDialog onAnswer={(isAgreed) => answers.push(isAgreed)} />)
  await page.submit()
  expect([page.offers('Agree and sign in'), answers]).toEqual([0, []])
  await page.tick(/^I agree/)
  expect(page.offers('Agree and sign in')).toBe(1)
  await page.submit()
  expect(answers).toEqual([true])
  await page.press('Cancel')
  expect(answers).toEqual([true, false])
})

it('the last agreement of this browser is kept, and a closed storage keeps none', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  expect(agreedTerms()).toBeUndefined()
  rememberAgreement('2026-11')
  rememberAgreement('2026-12')
  expect(agreedTerms()).toBe('2026-12')
  vi.stubGlobal('localStorage', undefined)
  rememberAgreement('2027-01')
  expect(agreedTerms()).toBeUndefined()
})
