// Tests the parts of the home page that depend on the kilograms held: the welcome, and the retired
// kilograms.

import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  exampleBatch,
  exampleProject,
  type FeaturedProject,
  listFeaturedProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { BuyFeatured, offerOf } from '#features/passport/web/buy-featured.tsx'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import { openSession, signOut, updateProfile } from '#features/people/web/session/session.ts'
import { getExchangeRate, getWallet } from '#features/wallet/wallet-calls.ts'
import { markupOf } from '#web/test-markup.tsx'
import { ada, terminal } from '#web/test-person.ts'
import { PassportSection } from './home-page.tsx'

const profile: Profile = { ...ada, total_offsets: 0 }
const project: FeaturedProject = {
  ...{ ...exampleProject, id: 'p1', shown_name: 'Forest', country: 'GB' },
  preferred_batch: { ...exampleBatch, id: 'b1', price_per_kg: 0.02, kg_available: 500 },
}
const wallet = (totalInUserCurrency: number) => ({
  ...{ wallets: [], totalInUserCurrency, userCurrency: 'GBP', as_of: null },
})

beforeAll(async () => {
  const nothing = () => undefined
  vi.stubGlobal('window', { sessionStorage: { clear: nothing } })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(profile, terminal)
})
afterAll(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

/** The links of a part, by their texts. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, path, words = '']) => [
    words.replaceAll(/<[^>]+>/g, ''),
    path,
  ])

function shown(
  part: ReactNode,
  passport: Profile,
  pounds: number,
  featured?: readonly FeaturedProject[],
): string {
  updateProfile(passport)
  const html = markupOf(part, [
    [[listFeaturedProjects.id, 'GB'], featured],
    [[getPassport.id], passport],
    [[getWallet.id], wallet(pounds)],
    [[getExchangeRate.id, 'EUR', 'GBP'], { rate: 0.5 }],
  ])
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll('\u00a0', ' ')
}

const offered = <BuyFeatured country="GB" />

it('a user without kilograms is welcomed with the wallet’s money, its kilograms and a button', () => {
  const words = shown(offered, profile, 2, [project])
  expect(words).toContain('£2.00 is in your wallet')
  expect(words).toMatch(/That pays for 100 kg from Forest\..*Use it/)
})

it('the welcome is in the user’s currency, whatever the batch’s', () => {
  const euros = project.preferred_batch && { ...project.preferred_batch, currency: 'EUR' }
  const words = shown(offered, profile, 2, [{ ...project, preferred_batch: euros }])
  expect(words).toContain('£2.00 is in your wallet')
  expect(words).toContain('That pays for 200 kg from Forest.')
})

it('a user with kilograms still sees the wallet’s money, with a button for whole kilograms', () => {
  const held = { ...profile, total_offsets: 25 }
  const words = shown(offered, held, 2, [project])
  expect(words).toMatch(/£2\.00 in your wallet pays for 100 kg\..*Use it/)
  expect(words).not.toContain('Press your first stamp')
})

it.each([0, 1])(
  'money for less than a kilogram is shown with %d kg held, without a button',
  (kg) => {
    const words = shown(offered, { ...profile, total_offsets: kg }, 0.01, [project])
    expect(words).toContain('£0.01 left in your wallet')
    expect(words).not.toContain('Use it')
  },
)

it('until the wallet is known, only a user without kilograms waits for the offer', () => {
  const words = (total_offsets: number) => {
    updateProfile({ ...profile, total_offsets })
    const html = markupOf(offered, [[[listFeaturedProjects.id, 'GB'], [project]]])
    return html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  expect(words(0)).toBe('Buy Offsets Gift in one step')
  expect(words(1)).toBe(
    'Buy Offsets Gift Offsets From Forest Choose another project Gift in one step',
  )
})

it('an empty wallet is not mentioned', () => {
  expect(shown(offered, profile, 0, [project])).not.toContain('wallet')
})

it('until the passport’s answer arrives, the profile of the session check is shown', () => {
  updateProfile({ ...profile, total_offsets: 77 })
  const html = markupOf(<PassportSection />)
  expect(html).toContain('<span class="passport-figure">77</span>')
})

it('the passport shows how many kilograms are retired, if any', () => {
  const held = { ...profile, total_offsets: 100 }
  expect(shown(<PassportSection />, held, 0)).not.toContain('Retired')
  const words = shown(<PassportSection />, { ...held, retired_kg: 1 }, 0)
  expect(words).toContain('Retired at the registries: 1 kg')
})

const offering = (id: string, batchId: string, kg_available: number): FeaturedProject => ({
  ...{ ...project, id },
  preferred_batch: project.preferred_batch && {
    ...{ ...project.preferred_batch, id: batchId, project_id: id, kg_available },
  },
})

it('the first featured project with stock is offered, and none where all are sold out', () => {
  const [soldOut, last] = [offering('p1', 'b1', 0), offering('p2', 'b2', 1)]
  const unpriced = { ...project, id: 'p0', preferred_batch: null }
  expect(offerOf([unpriced, soldOut, last], undefined)).toBe(last)
  expect(offerOf([unpriced, soldOut], undefined)).toBeUndefined()
  expect(offerOf(undefined, undefined)).toBeUndefined()
})

it('the offer stays with its newest figures, and its batch is never replaced', () => {
  const kept = offering('p1', 'b1', 500)
  const [soldOut, other] = [offering('p1', 'b1', 0), offering('p2', 'b2', 9)]
  expect(offerOf([other, soldOut], kept)).toBe(soldOut)
  expect(offerOf([other, offering('p1', 'b9', 800)], kept)).toBe(kept)
  expect(offerOf(undefined, kept)).toBe(kept)
})

it('home buys and gives from the project that it names, and links to all where it has none', () => {
  const held = { ...profile, total_offsets: 5 }
  const home = (featured?: readonly FeaturedProject[]) =>
    shown(<BuyFeatured country="GB" />, held, 2, featured)
      .replaceAll(/\s+/g, ' ')
      .trim()
  expect(home([project])).toBe(
    'Buy Offsets Gift Offsets £2.00 in your wallet pays for 100 kg. From Forest Use it Choose another project Gift in one step',
  )
  const toList = (money: string) =>
    `Buy Offsets Gift Offsets ${money}Choose a project Gift in one step`
  expect(home([offering('p1', 'b1', 0)])).toBe(toList('£2.00 left in your wallet. '))
  expect(home([])).toBe(toList('£2.00 left in your wallet. '))
  const penniless = shown(<BuyFeatured country="GB" />, held, 0, [])
  expect(penniless.replaceAll(/\s+/g, ' ').trim()).toBe(toList(''))
  expect(home()).toBe('Buy Offsets Gift in one step')
  const newcomer = shown(<BuyFeatured country="GB" />, profile, 2, [project])
  expect(newcomer).toContain('£2.00 is in your wallet')
  expect(newcomer).not.toContain('From Forest')
})

it('the links of the offer lead to the projects and to the form of gifts', () => {
  updateProfile({ ...profile, total_offsets: 5 })
  const links = (featured?: readonly FeaturedProject[]) =>
    linksIn(
      markupOf(offered, [
        [[listFeaturedProjects.id, 'GB'], featured],
        [[getWallet.id], wallet(2)],
      ]),
    )
  const form = ['Gift in one step', '/app/offers']
  expect(links([project])).toEqual([['Choose another project', '/app/projects'], form])
  expect(links([])).toEqual([
    ['Buy Offsets', '/app/projects'],
    ['Gift Offsets', '/app/projects'],
    ['Choose a project', '/app/projects'],
    form,
  ])
  expect(links()).toEqual([['Buy Offsets', '/app/projects'], form])
})

it('large figures of retired kilograms are grouped', () => {
  const held = { ...profile, total_offsets: 5_000, retired_kg: 1_234 }
  expect(shown(<PassportSection />, held, 0)).toContain('Retired at the registries: 1,234 kg')
})
