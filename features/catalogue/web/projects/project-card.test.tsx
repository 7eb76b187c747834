// Tests a project in a list, and the links to its registry, at their first render.

import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exampleProject, type ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { paths } from '#web/paths.ts'
import { markupOf } from '#web/test-markup.tsx'
import { SdgTiles } from '../story/project-story.tsx'
import { DocumentsLink, RegistryLink } from '../story/registry-link.tsx'
import { axisStep } from '../story/weekly-chart.tsx'
import { ProjectCards } from './project-card.tsx'

const project: ProjectSummary = {
  ...{ ...exampleProject, id: 'one', name: 'Wind farm', country: 'TR', scene: 'wind' },
  ...{ shown_name: 'Wind farm of Izmir', project_type: ['Wind', 'Electricity'] },
  ...{ status: 'Certified Design', external_id: 'GS1', external_url: 'https://registry.example/1' },
  ...{ raw_data: { sdgs: [7] }, price_from: { price_per_kg: 0.0264, currency: 'GBP' } },
}
beforeAll(() => {
  vi.stubGlobal('location', new URL('https://passport.example/app/projects'))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})
afterAll(() => vi.unstubAllGlobals())

const textOf = (html: string) => html.replace(/<svg.*?<\/svg>/g, '').replace(/<[^>]+>/g, ' ')
const card = (more: Partial<ProjectSummary> = {}) =>
  markupOf(<ProjectCards projects={[{ ...project, ...more }]} />, [], paths.projects)

it.each([
  ['a project on sale has its price', {}, /£0\.0264/],
  ['a sold-out project says so', { available_kg: 0 }, /Sold out/],
  [
    'what was never on sale is not called sold out',
    { available_kg: 0, batch_count: 0, price_from: null },
    /Not on sale/,
  ],
  ['a project without a stated country has none', { country: 'ZZ' }, /not stated/],
  ['a project in several countries is international', { country: 'XZ' }, /International/],
])('%s', (_what, more, words) => {
  const text = textOf(card(more))
  expect(text).toMatch(words)
  expect(text).toContain('Certified Design')
  const prices = [/£0\.0264/, /Sold out/, /Not on sale/].filter((each) => each.test(text))
  expect(prices).toHaveLength(1)
})

it('links to its project, and shows its readable name, its place and its work', () => {
  expect(card()).toContain('href="/app/projects/one"')
  const text = textOf(card({ name: 'WIND FARM OF IZMIR' }))
  for (const words of ['Wind farm of Izmir', 'Türkiye', ' Wind ', 'Gold Standard']) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/IZMIR|Electricity/)
})

it('its own picture is shown where the page may load it, else a drawn scene', () => {
  const own = card({ image_url: '/pictures/one.jpg' })
  expect(own).toContain('<img src="https://passport.example/pictures/one.jpg" alt=""')
  expect(own).not.toContain('data-scene="wind"')
  const other = card({ image_url: 'https://elsewhere.example/one.jpg' })
  expect(other).toContain('data-scene="wind"')
  expect(other).not.toContain('<img')
})

it.each(['http://registry.example/1', 'javascript:alert(1)', 'nowhere', null])(
  'the address %s is not linked',
  (external_url) => {
    const raw_data = { sdgs: [], documents_url: external_url }
    const linked = { ...project, external_url, raw_data }
    const html = renderToStaticMarkup(<RegistryLink project={linked} />)
    expect(html).not.toContain('<a ')
    expect(html).toContain('Gold Standard GS1')
    expect(renderToStaticMarkup(<DocumentsLink project={linked} />)).toBe('')
  },
)

it('an https address opens in a new tab and sends no referrer', () => {
  const raw_data = { sdgs: [], documents_url: 'https://registry.example/documents' }
  for (const [link, href] of [
    [<RegistryLink key="page" project={project} />, 'https://registry.example/1'],
    [
      <DocumentsLink key="documents" project={{ ...project, raw_data }} />,
      'https://registry.example/documents',
    ],
  ] as const) {
    const html = renderToStaticMarkup(link)
    expect(html).toContain(`href="${href}" target="_blank" rel="noopener noreferrer"`)
  }
})

it('goals are shown once each, in their order, without invalid ones', () => {
  const html = renderToStaticMarkup(<SdgTiles goals={[13, 7, 13, 18, 0]} />)
  expect([...html.matchAll(/text-2xl">(\d+)</g)].map(([, goal]) => goal)).toEqual(['7', '13'])
  expect(renderToStaticMarkup(<SdgTiles goals={[]} />)).toBe('')
})

it.each([
  [1, 1],
  [4, 1],
  [5, 2],
  [20_000, 5_000],
  [20_001, 10_000],
  [900, 250],
])('an axis over %d kg has steps of %d', (highest, step) => {
  expect(axisStep(highest)).toBe(step)
})
