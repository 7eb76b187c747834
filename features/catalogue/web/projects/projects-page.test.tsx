// Tests the project list: more of it, filtered, searched, and its address (docs/product.md#project-list).

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import {
  type Batch,
  exampleBatch,
  exampleProject,
  listProjects,
  type ProjectSummary,
} from '#features/catalogue/catalogue-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { BatchChoice } from '../offer/batch-choice.tsx'
import { WeeklyChart } from '../story/weekly-chart.tsx'
import { ProjectsPage } from './projects-page.tsx'

beforeEach(() => {
  openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const named = (name: string, type: string): ProjectSummary => ({
  ...{ ...exampleProject, id: name, name, shown_name: name, project_type: [type] },
  ...{ country: 'TR', scene: type === 'PV' ? 'solar' : 'wind' },
  ...{ external_id: `GS-${name}`, batch_count: 0, available_kg: 0, price_from: null },
})
const projects = Array.from({ length: 9 }, (_, place) =>
  named(`P${place + 1}`, place === 4 ? 'PV' : 'Wind'),
)

async function list(path = '/app/projects') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData([listProjects.id], projects)
  const { hook, searchHook, history, navigate } = memoryLocation({ path, record: true })
  const page = await draw(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <ProjectsPage />
      </Router>
    </QueryClientProvider>,
  )
  return { page, history, go: navigate, names: () => page.text().match(/P\d(?=Türkiye)/g) ?? [] }
}

it('Load More adds three, and replaces the address before it', async () => {
  const { page, history, names } = await list()
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  await page.press('Load More')
  expect(names()).toHaveLength(6)
  await page.press('Load More')
  expect(names()).toHaveLength(9)
  expect(page.offers('Load More')).toBe(0)
  expect(history).toEqual(['/app/projects?shown=9'])
})

it('a filter is a step that Back undoes, and begins with three again', async () => {
  const { page, history, names } = await list('/app/projects?shown=9')
  await page.type('Type', 'PV')
  expect(names()).toEqual(['P5'])
  await page.type('Type', '')
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  expect(history).toEqual(
    [...['/app/projects?shown=9', '/app/projects?type=PV', '/app/projects?']].map((path) =>
      path.replace(/\?$/, ''),
    ),
  )
})

it('each filter and the kind add to the address, one step each, and Load More begins with three again', async () => {
  const { page, history, names } = await list('/app/projects?q=p&shown=9')
  await page.type('Registry', exampleProject.registry_name)
  await page.type('Status', exampleProject.status)
  await page.tick('Solar')
  expect(names()).toEqual(['P5'])
  await page.tick('All')
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  const [, , ...steps] = history.map((path) =>
    Object.fromEntries(new URLSearchParams(path.slice(14))),
  )
  const both = { q: 'p', registry: exampleProject.registry_name, status: exampleProject.status }
  expect(steps).toEqual([both, { ...both, kind: 'sun' }, both])
})

it('the button of the filters opens and closes them, and counts those in use', async () => {
  const { page } = await list('/app/projects?type=PV&status=Listed')
  const button = document.querySelector('[aria-expanded]')
  const fields = document.querySelector('fieldset')
  const state = () => [button?.getAttribute('aria-expanded'), fields?.className]
  expect(button?.getAttribute('aria-controls')).toBe(fields?.id)
  expect(state()).toEqual(['false', 'hidden md:contents'])
  await page.press(/^Filter/)
  expect(state()).toEqual(['true', 'contents'])
  await page.press(/^Filter/)
  expect(state()).toEqual(['false', 'hidden md:contents'])
  expect(button?.textContent).toContain('2')
})

it('a filter with a value that no project has is removed from the address', async () => {
  const { history, names } = await list(
    '/app/projects?type=Nothing&kind=none&status=Listed&shown=6',
  )
  expect(history).toEqual(['/app/projects?status=Listed&shown=6'])
  expect(names()).toHaveLength(6)
})

it('a kind is a step of its own, begins with three again, and keeps the filters', async () => {
  const { page, history, names } = await list('/app/projects?status=Listed&shown=9')
  await page.tick('Solar')
  expect(names()).toEqual(['P5'])
  await page.tick('Wind')
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  await page.press('Load More')
  await page.press('Load More')
  expect([names().length, page.text().includes('Showing 8 of 8')]).toEqual([8, true])
  await page.type('Search projects', 'p9')
  await pass(200)
  expect(names()).toEqual(['P9'])
  expect(history).toEqual([
    '/app/projects?status=Listed&shown=9',
    '/app/projects?status=Listed&kind=sun',
    '/app/projects?status=Listed&kind=wind&q=p9',
  ])
  await page.tick('All')
  expect(history.at(-1)).toBe('/app/projects?status=Listed&q=p9')
})

it('the list has its usual order where the featured projects cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
  vi.stubGlobal('fetch', async () => Response.json({ code: 'x' }, { status: 403 }))
  const { names } = await list('/app/projects?first=featured')
  await until(() => names().length > 0)
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  vi.stubGlobal('fetch', async () => Response.json({}))
  await act(async () => signOut())
})

it('the button of the filters shows and hides them', async () => {
  const { page } = await list()
  const fields = document.querySelector('search fieldset[id]')
  const state = () => [
    fields?.className,
    document.querySelector('button[aria-expanded]')?.getAttribute('aria-expanded'),
  ]
  expect(state()).toEqual(['hidden md:contents', 'false'])
  await page.press('Filter')
  expect(state()).toEqual(['contents', 'true'])
  await page.press('Filter')
  expect(state()).toEqual(['hidden md:contents', 'false'])
})

it('the search follows an address that changes for another reason', async () => {
  const { page, go } = await list('/app/projects?q=p7')
  expect(page.valueOf('Search projects')).toBe('p7')
  await act(async () => go('/app/projects?q=p2'))
  expect(page.valueOf('Search projects')).toBe('p2')
})

it('the searched text is in the address shortly after the last letter, replacing the one before', async () => {
  const { page, history, names } = await list()
  await page.type('Search projects', 'p7')
  await pass(199)
  expect(history).toEqual(['/app/projects'])
  await pass(1)
  expect(names()).toEqual(['P7'])
  expect(history).toEqual(['/app/projects?q=p7'])
  await page.type('Search projects', 'nothing like it')
  await until(() => page.offers('Show all projects') > 0)
  await page.press('Show all projects')
  expect(names()).toHaveLength(3)
  expect(page.valueOf('Search projects')).toBe('')
})

it('Show all projects removes the filters and the kind too', async () => {
  const { page, history, names } = await list('/app/projects?type=PV&status=Listed&kind=solar&q=zz')
  expect(names()).toEqual([])
  await page.press('Show all projects')
  expect(names()).toEqual(['P1', 'P2', 'P3'])
  expect(history.at(-1)?.replace(/\?$/, '')).toBe('/app/projects')
  for (const name of ['Type', 'Status', 'Search projects']) expect(page.valueOf(name)).toBe('')
})

it('the featured projects are awaited before the list that begins with them is shown', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
  let answer: ((featured: Response) => void) | undefined
  vi.stubGlobal('fetch', (url: string) => {
    expect(url).toBe('/api/projects/featured?country=GB')
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  const { page, names } = await list('/app/projects?first=featured')
  await until(() => answer !== undefined)
  expect([names(), page.text()]).toEqual([[], expect.not.stringContaining('Showing')])
  await act(async () => answer?.(Response.json([{ ...projects[6], preferred_batch: null }])))
  await until(() => names().length > 0)
  expect(names()).toEqual(['P7', 'P1', 'P2'])
  vi.stubGlobal('fetch', async () => Response.json({}))
  await act(async () => signOut())
})

it('a space typed before the next word stays in the field while the address follows', async () => {
  const { page, history } = await list()
  await page.type('Search projects', 'solar ')
  await pass(200)
  expect(history).toEqual(['/app/projects?q=solar'])
  expect(page.valueOf('Search projects')).toBe('solar ')
})

it('bars wait 50 ms before they grow', async () => {
  const page = await draw(<WeeklyChart weeks={[{ week: '2026-1', purchased_kg: 3 }]} />)
  await pass(49)
  expect([page.count('weekly-bar'), page.count('weekly-bar-grown')]).toEqual([1, 0])
  await pass(1)
  expect(page.count('weekly-bar-grown')).toBe(1)
})

it('all batches are shown on request, and a press selects one', async () => {
  const batches = Array.from(
    { length: 5 },
    (_, place): Batch => ({
      ...{ ...exampleBatch, id: `b${place}`, name: '', vintage_year: 2020 + place },
      ...{ kg_available: 9, serial_number: `S${place}` },
    }),
  )
  const onChoose = vi.fn<(id: string) => void>()
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <BatchChoice batches={batches} chosenId="b0" onChoose={onChoose} />
    </QueryClientProvider>,
  )
  expect(page.count('batch')).toBe(3)
  await page.press('Show all 5 batches')
  expect(page.count('batch')).toBe(5)
  await page.tick(/Vintage 2024/)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('b4')
})
