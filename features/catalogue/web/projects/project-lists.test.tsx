// Tests lists of projects at their first render: number, order and filters.

import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  exampleProject,
  listFeaturedProjects,
  listProjects,
  type ProjectSummary,
} from '#features/catalogue/catalogue-calls.ts'
import { OffersPage } from '#features/catalogue/pages/web/offers-page.tsx'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { paths } from '#web/paths.ts'
import { type Known, markupOf, textOf } from '#web/test-markup.tsx'
import { ada, terminal } from '#web/test-person.ts'
import { FeaturedProjects } from './featured-projects.tsx'
import { ProjectsPage } from './projects-page.tsx'

beforeAll(async () => {
  vi.stubGlobal('window', { sessionStorage: { clear: () => undefined } })
  vi.stubGlobal('location', new URL('https://passport.example/app'))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
})
afterAll(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

const named = (name: string, more: Partial<ProjectSummary> = {}): ProjectSummary => ({
  ...{
    ...exampleProject,
    id: name,
    name,
    shown_name: name,
    scene: 'wind',
    country: 'TR',
    status: 'Verified',
    project_type: ['Wind'],
  },
  ...{ external_id: `GS-${name}`, batch_count: 0, available_kg: 0, price_from: null, ...more },
})
/** `P1` to `P9`. */
const many = Array.from({ length: 9 }, (_, place) => named(`P${place + 1}`))
const featured = ['P7', 'P3', 'P8', 'P1', 'P2', 'P4', 'P5', 'P9'].map((name) => {
  return { ...named(name), preferred_batch: null }
})

function drawn(part: ReactNode, search = '', projects: readonly ProjectSummary[] = many) {
  const known: Known = [
    [[listProjects.id], projects],
    [[listFeaturedProjects.id, 'GB'], featured],
    [[listFeaturedProjects.id, 'TR'], []],
  ]
  const html = markupOf(part, known, `${paths.projects}?${search}`)
  return {
    html,
    names: [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)</g)].map(([, name]) => name),
    text: textOf(html),
  }
}
const list = (search = '', projects?: readonly ProjectSummary[]) =>
  drawn(<ProjectsPage />, search, projects)

it('the list begins with three, or as many as the address names, and shows of how many', () => {
  const three = list()
  expect(three.names).toEqual(['P1', 'P2', 'P3'])
  expect(three.text).toContain('Showing 3 of 9')
  expect(three.text).toContain('Load More')
  expect(list('shown=6').names).toHaveLength(6)
  expect(list('limit=8').text).toContain('Load More')
  for (const both of ['limit=6&shown=4', 'limit=4&shown=6'])
    expect(list(both).names).toHaveLength(6)
  for (const none of ['shown=1', 'limit=0', 'shown=-9', 'shown=x']) {
    expect(list(none).names).toHaveLength(3)
  }
  const all = list('shown=9')
  expect(all.names).toHaveLength(9)
  expect(all.text).not.toContain('Load More')
})

it('a visitor from the featured projects finds these first, in their own order', () => {
  expect(list('first=featured&limit=6').names).toEqual(['P7', 'P3', 'P8', 'P1', 'P2', 'P4'])
  expect(list('first=other').names).toEqual(['P1', 'P2', 'P3'])
})

const mixed = [
  named('Sun', { scene: 'solar', project_type: ['PV'], country: 'IN', status: 'Listed' }),
  named('Gale', { registry_name: 'Verra VCS', external_id: 'VCS-4711' }),
  named('Breeze', { country: 'IN' }),
]
it.each([
  ['', ['Sun', 'Gale', 'Breeze']],
  ['kind=wind', ['Gale', 'Breeze']],
  ['registry=Verra+VCS', ['Gale']],
  ['type=PV', ['Sun']],
  ['status=Listed', ['Sun']],
  ['q=india', ['Sun', 'Breeze']],
  ['q=India&kind=wind', ['Breeze']],
  ['q=+', ['Sun', 'Gale', 'Breeze']],
  ['q=4711', ['Gale']],
  ['q=verra', ['Gale']],
  ['q=breeze', ['Breeze']],
  ['q=vcs+4711', ['Gale']],
  ["q=ga'le", ['Gale']],
])('the address "%s" shows %j', (search, names) => {
  expect(list(search, mixed).names).toEqual(names)
})

it('where none match the list says so, with a link back to all', () => {
  const { text, names } = list('q=nowhere', mixed)
  expect(names).toEqual([])
  expect(text).toContain('No projects match the current filters.')
  expect(text).toContain('Show all projects')
  expect(list('', mixed).text).not.toContain('Show all projects')
})

it('each filter has All and the values found, the selected one, and its button the number of active filters', () => {
  const { html, text } = list('type=PV&status=Listed', mixed)
  const selects = [...html.matchAll(/<select.*?<\/select>/g)].map(([select]) => ({
    options: [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => label),
    chosen: /<option value="([^"]*)" selected=""/.exec(select)?.[1],
  }))
  expect(selects).toEqual([
    { options: ['All', 'Gold Standard', 'Verra VCS'], chosen: '' },
    { options: ['All', 'PV', 'Wind'], chosen: 'PV' },
    { options: ['All', 'Certified Design', 'Listed'], chosen: 'Listed' },
  ])
  expect(text).toContain('2 filters active')
  expect(list('type=PV', mixed).text).toContain('1 filter active')
  expect(list('', mixed).text).not.toContain('active')
  const kinds = [...html.matchAll(/<label[^>]*>.*?<\/label>/g)].filter(([label]) =>
    label.includes('radio'),
  )
  expect(kinds.map(([label]) => label.replaceAll(/<[^>]+>/g, ''))).toEqual(['All', 'Solar', 'Wind'])
})

it('the home page has six of the featured ones, and a link to a list that begins with them', () => {
  const { names, html } = drawn(<FeaturedProjects country="GB" />)
  expect(names).toEqual(['P7', 'P3', 'P8', 'P1', 'P2', 'P4'])
  expect(html).toContain('href="/app/projects?first=featured&amp;limit=6"')
  const none = drawn(<FeaturedProjects country="TR" />)
  expect(none.text).toContain('No featured projects for your region.')
})

it('offers are the first three, with a text where there are none', () => {
  expect(drawn(<OffersPage />).names).toEqual(['P1', 'P2', 'P3'])
  expect(drawn(<OffersPage />).html).toContain('href="/app/projects"')
  expect(drawn(<OffersPage />, '', []).text).toContain('No batches are on sale yet.')
})
