// Tests that each text of the landing page's sections is at its own place.
import { expect, it } from 'vitest'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import { LandingSections } from './landing-sections.tsx'

const html = markupOf(<LandingSections />).replaceAll('&#x27;', "'")
const words = wordsIn(html)
const after = (title: string) => words[words.indexOf(title) + 1]

it('each reason, step and feature has its own text', () => {
  for (const number of [1, 2, 3] as const) {
    expect(after(texts[`landing_why_${number}`]())).toBe(texts[`landing_why_${number}_text`]())
    const feature = texts[`landing_feature_${number}`]()
    expect(after(feature)).toBe(texts[`landing_feature_${number}_text`]())
  }
  for (const number of [1, 2, 3, 4] as const) {
    expect(after(texts[`landing_how_${number}`]())).toBe(texts[`landing_how_${number}_text`]())
  }
})

it('the costs have the places of their own figures', () => {
  const example = texts.landing_costs_example({ kg: '%kg%', km: '%km%' })
  const year = texts.landing_costs_year({ kg: '%yearKg%', country: '%country%' })
  expect(after('%price%')).toBe(example)
  expect(after('%yearPrice%')).toBe(year)
  expect(words).toContain(texts.landing_costs_sources({ project: '%project%' }))
})

it('the sections follow one another, and the last leads to the sign-in', () => {
  const headings = [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading)
  expect(headings).toEqual([
    ...[texts.landing_why(), texts.landing_how(), texts.landing_costs(), texts.landing_features()],
    ...[texts.landing_partners(), texts.landing_title()],
  ])
  expect(after(texts.landing_partners())).toBe(texts.landing_partners_text())
  expect(words).toContain(texts.landing_registries_text())
  expect(html).toMatch(/<a href="#join"[^>]*>Join/)
})
