// Tests the profile's details, the letter in a gift’s envelope, and the sample of a card.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpeningCover } from '#features/home/web/home-page.tsx'
import { ProfileFacts } from '#features/home/web/profile-page.tsx'
import { GoogleWalletLink } from '#features/passes/web/pass-action.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { GiftLetter } from '#features/people/web/passport/gift-letter.tsx'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { opening, paths } from '#web/paths.ts'
import { markupOf, textOf, wordsIn } from '#web/test-markup.tsx'
import { openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { CardPage } from './card-page.tsx'

const profile: Profile = { ...ada, nickname: 'Sam', country: 'TR', currency: 'TRY', symbol: '₺' }
beforeEach(() => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(signOut)

it('the details are name, nickname, number, country and currency, and no unknown one', () => {
  const facts = (more: Partial<Profile> = {}) => {
    const html = markupOf(<ProfileFacts profile={{ ...profile, ...more }} />)
    return [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*><bdi>([^<]*)</g)].map(
      ([, name, value = '']) => [name, value.replaceAll('\u00a0', ' ').replaceAll(/(?<=\d) /g, '')],
    )
  }
  const known = [
    ['Phone', '+447700900123'],
    ['Country', 'Türkiye'],
    ['Currency', 'TRY (₺)'],
  ]
  expect(facts()).toEqual([['Name', 'Ada King'], ['Nickname', 'Sam'], ...known])
  expect(facts({ firstName: null, lastName: null, nickname: null })).toEqual(known)
  expect(facts({ firstName: null, nickname: null })).toEqual([['Name', 'King'], ...known])
})

it('two links of the profile have no function yet, and are marked so', () => {
  const html = markupOf(<ProfileFacts profile={profile} />)
  const inert = [...html.matchAll(/<span role="link" aria-disabled="true"[^>]*>([^<]*)</g)]
  expect(inert.map(([, words]) => words)).toEqual(['Edit Profile', 'Change Password'])
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, path, words]) => {
      return [path, words]
    },
  )
  expect(links).toEqual([
    ['/app/card', 'Physical card'],
    [paths.estimate, texts.estimate_title()],
    [paths.plans, texts.plans_title()],
  ])
})

it('the sample card marks each purchase as a sample, in the user’s currency', async () => {
  expect(textOf(markupOf(<CardPage />))).toContain('|£24.50|3 kg|')
  await openSession(profile, terminal)
  const html = markupOf(<CardPage />)
  const rows = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) => textOf(row))
  expect(rows).toEqual([
    '|Train ticket|Sample|₺24.50|3 kg|',
    '|Weekly groceries|Sample|₺38.20|9 kg|',
    '|Coffee to go|Sample|₺3.40|1 kg|',
  ])
})

it('the page of the card says that no card is issued, and that its purchases are invented', () => {
  expect(wordsIn(markupOf(<CardPage />))).toEqual([
    ...['Physical card', 'Carbon Passport', '0000 0000 0000 0000', 'Sample'],
    'A picture of what a card could look like. No cards are issued today, and nothing here is charged.',
    ...['Sample purchases', 'Sample'],
    ...['Train ticket', 'Sample', '£24.50', '3 kg'],
    ...['Weekly groceries', 'Sample', '£38.20', '9 kg'],
    ...['Coffee to go', 'Sample', '£3.40', '1 kg'],
    'These are made-up purchases. They are not yours and count nowhere.',
  ])
})

it('a letter names giver, kilograms and project, and has the note if there is one', () => {
  const letter = (note: string) =>
    markupOf(
      <GiftLetter
        heading="Gift from Ben"
        kg={1_200}
        projectName="Wind Farm of Izmir"
        note={note}
      />,
    )
  expect(textOf(letter('For you'))).toBe(
    '|For you|Gift from Ben|1,200 kg|from Wind Farm of Izmir, in your passport now|',
  )
  expect(letter('')).not.toContain('<blockquote')
  const thanked = markupOf(
    <GiftLetter heading="Gift from Ben" kg={1} projectName="Forest" note="">
      <button type="button">Thanks</button>
    </GiftLetter>,
  )
  expect(textOf(thanked)).toContain('|Thanks|')
})

it.each([
  ['after Verify', opening, false, true],
  ['on any other visit', null, false, false],
  ['and never for a user who prefers no motion', opening, true, false],
])('the cover opens %s', (_, state, isStill, isThere) => {
  vi.stubGlobal('history', { state })
  vi.stubGlobal('window', { sessionStorage, matchMedia: () => ({ matches: isStill }) })
  expect(markupOf(<OpeningCover />) !== '').toBe(isThere)
})

it('the link to Google Wallet is shown where the server has it', () => {
  const { dataset } = document.documentElement
  expect(markupOf(<GoogleWalletLink passportId="p1" />)).toBe('')
  dataset.googleWallet = ''
  expect(markupOf(<GoogleWalletLink passportId="p1" />)).toContain('Add to Google Wallet')
})
