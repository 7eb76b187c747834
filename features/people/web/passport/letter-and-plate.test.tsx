// Tests a gift's letter, the foil of a league, and the count of kilograms, each with all it shows.
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { wordsIn } from '#web/test-markup.tsx'
import { draw, openPage } from '#web/test-page.ts'
import { GiftLetter } from './gift-letter.tsx'
import { LeagueFoil, LeaguePlate } from './league-foil.tsx'
import { useCountedKg } from './use-counted-kg.ts'

const letter = { heading: 'Gift from Ada', kg: 1_200, projectName: 'Wind', note: 'For you' }
const markup = (more: object = {}) => renderToStaticMarkup(<GiftLetter {...letter} {...more} />)
const picture = <img alt="" src="/wind.jpg" />

it('a letter has note, giver, kilograms and project, and no part that is not there', () => {
  const words = ['Gift from Ada', '1,200 kg', 'from Wind, in your passport now']
  expect(wordsIn(markup())).toEqual(['For you', ...words])
  expect(markup()).toContain('aria-label="Gift from Ada"')
  expect(wordsIn(markup({ note: '' }))).toEqual(words)
  expect(markup({ note: '' })).not.toContain('<blockquote')
  expect(markup()).not.toContain('aspect-video')
  expect(wordsIn(markup({ children: <button type="button">Open</button> }))).toEqual([
    ...['For you', ...words, 'Open'],
  ])
})

it.each([
  [100, false],
  [101, true],
])('a note of %d letters makes the picture lower on a phone: %s', (length, isLower) => {
  expect(markup({ picture, note: 'n'.repeat(length) }).includes('max-lg:h-24')).toBe(isLower)
})

it.each([
  ['bronze', 'Bronze'],
  ['silver', 'Silver'],
  ['gold', 'Gold'],
] as const)('the foil of %s has its own metal and name', (league, name) => {
  const plate = renderToStaticMarkup(<LeaguePlate name="Eco league" league={league} />)
  const foil = renderToStaticMarkup(<LeagueFoil league={league} />)
  expect([wordsIn(plate), wordsIn(foil)]).toEqual([['Eco league', name], [name]])
  for (const html of [plate, foil]) {
    expect(html.match(/--metal:var\(--foil-(\w+)\)/)?.[1]).toBe(league)
    expect(html.match(/--metal-ink:var\(--foil-(\w+)-ink\)/)?.[1]).toBe(league)
  }
})

type Totals = { before: number | undefined; after: number | undefined; isStill?: boolean }
function Counted({ before, after, isStill = false }: Totals) {
  return <p>{`${useCountedKg(before, after, isStill) ?? 'none'}`}</p>
}

it.each([
  [{ before: undefined, after: 120 }, 'none'],
  [{ before: 100, after: undefined }, 'none'],
  [{ before: 100, after: 120, isStill: true }, '120'],
  [{ before: 100, after: 120 }, '100'],
  [{ before: 0, after: 0 }, '0'],
])('with %j it begins with %s', (totals, text) => {
  expect(renderToStaticMarkup(<Counted {...totals} />)).toBe(`<p>${text}</p>`)
})

it('the count goes up from the first total, slower towards the second, and ends there', async () => {
  openPage()
  let frame: ((now: number) => void) | undefined
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => {
    frame = step
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const page = await draw(<Counted before={100} after={180} />)
  const at = async (ms: number) => {
    const step = frame
    frame = undefined
    await act(async () => step?.(5_000 + ms))
    return [page.text(), frame !== undefined]
  }
  expect(await at(0)).toEqual(['100', true])
  // 1 - 0.5 ** 3 of the 80 kilograms.
  expect(await at(350)).toEqual(['170', true])
  expect(await at(700)).toEqual(['180', false])
})
