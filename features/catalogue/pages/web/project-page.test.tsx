// Tests a project's page at its first render: its batches, its story, and its sales.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import {
  type Batch,
  exampleBatch,
  exampleProject,
  getProject,
  type Project,
} from '#features/catalogue/catalogue-calls.ts'
import { MainPrice, PriceDetail, UnitBuys } from '#features/catalogue/web/offer/unit-price.tsx'
import {
  useFeaturedProjects,
  useProject,
  useProjects,
} from '#features/catalogue/web/projects/use-projects.ts'
import { ProjectEffect } from '#features/catalogue/web/story/project-effect.tsx'
import { SdgTiles } from '#features/catalogue/web/story/project-story.tsx'
import { WeeklyChart } from '#features/catalogue/web/story/weekly-chart.tsx'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { getExchangeRate } from '#features/wallet/wallet-calls.ts'
import { paths, patterns } from '#web/paths.ts'
import { type Known, markupOf, textOf } from '#web/test-markup.tsx'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { ProjectPage } from './project-page.tsx'

let answers: Record<string, () => Response> = {}
beforeAll(async () => {
  vi.stubGlobal('window', { sessionStorage: { clear: () => undefined, getItem: () => null } })
  vi.stubGlobal('location', new URL('https://passport.example/app'))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (path: string) => answers[path]?.() ?? Response.json({}))
  await openSession(ada, terminal)
})
afterAll(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

const batch = (id: string, more: Partial<Batch> = {}): Batch => ({
  ...{ ...exampleBatch, id, price_per_kg: 0.0264, name: 'Vintage 2024', kg_available: 900 },
  ...{ serial_number: `GS-${id}`, ...more },
})
const weeks = (...purchases: number[]) =>
  purchases.map((purchased_kg, place) => ({ week: `2026-${place + 1}`, purchased_kg }))
const project: Project = {
  ...{ ...exampleProject, id: 'one', name: 'WIND FARM OF IZMIR', country: 'TR' },
  ...{ shown_name: 'Wind Farm of Izmir', scene: 'wind' },
  ...{ project_type: ['Wind', 'Electricity'], available_kg: 900, price_from: null },
  ...{ external_id: 'GS1', external_url: 'https://registry.example/1' },
  raw_data: { sdgs: [7], developer: 'Aegean Wind', is_demo: true, as_of: '2022-01-10' },
  description: 'First.\n\nSecond.',
  batches: [batch('b1')],
  weeklyPurchases: weeks(0, 3),
}

const drawn = (part: ReactNode, known: Known = []) => markupOf(part, known, paths.project('one'))
const page = (more: Partial<Project> | null = {}) =>
  drawn(
    <Route path={patterns.project}>
      <ProjectPage />
    </Route>,
    [
      [[getProject.id, 'one'], more === null ? null : { ...project, ...more }],
      [[getProject.id, 'two'], { ...project, name: 'Another' }],
    ],
  )
const actions = (html: string) =>
  [...html.matchAll(/>(Buy Offsets|Gift Offsets)</g)].map(([, words]) => words)

it('the first batch with stock is selected, and can be bought and given', () => {
  const html = page({
    batches: [
      batch('gone', { kg_available: 0, vintage_year: 2021 }),
      batch('first', { vintage_year: 2022 }),
      batch('second', { vintage_year: 2023 }),
    ],
  })
  const chosen = [...html.matchAll(/<label .*?<\/label>/g)]
    .map(([label]) => label)
    .filter((label) => label.includes('checked=""'))
  expect(chosen.map((label) => /GS-<\/span><wbr\/><span>(\w+)/.exec(label)?.[1])).toEqual(['first'])
  expect(actions(html)).toEqual(['Buy Offsets', 'Gift Offsets'])
  expect(textOf(html)).toContain('|Vintage 2022|£26.40 a tonne|Buy Offsets|')
  expect(textOf(html)).toContain('£1 is about 38 kg')
})

const soldOut = 'Every batch of this project is sold out for now.'
it.each<[string, Partial<Project>, string[]]>([
  ['all are sold out', { batches: [batch('b1', { kg_available: 0 })] }, [soldOut]],
  [
    'all are withdrawn',
    { batches: [batch('b1', { kg_available: 0, is_offered: false })] },
    ['No longer offered'],
  ],
  ['none was ever on sale', { batches: [] }, ['No batches are on sale yet.']],
  ['it is not offered any more', { batches: [], is_offered: false }, ['No longer offered']],
])('no batch can be bought where %s, and the page shows why', (_, more, said) => {
  const html = page(more)
  expect(actions(html)).toEqual([])
  const all = [soldOut, 'No longer offered', 'No batches are on sale yet.']
  expect(all.filter((each) => textOf(html).includes(each))).toEqual(said)
})

it('an unknown project gets its own text, with a link to the others', () => {
  const html = page(null)
  expect(html).toContain('No project found.')
  expect(html).toContain('href="/app/projects"')
})

it('its facts are shown: name, status, country, types, developer, registry and goals', () => {
  const text = textOf(page())
  for (const words of [
    '|Wind Farm of Izmir|Registered as “WIND FARM OF IZMIR”|',
    '|Listed.|Listed publicly by its registry.',
    '|Country|Türkiye|',
    '|Type|Wind, Electricity|',
    '|Developer|Aegean Wind|',
    '|Facts as of|Jan 10, 2022|',
    '|Registry|Gold Standard GS1|',
    '|First.|Second.|Demonstration: the facts come from the registry',
    'may be retired at their registry already',
    '|7|Affordable and Clean Energy|',
  ]) {
    expect(text).toContain(words)
  }
  expect(page()).toContain('<p lang=""><span>First.</span></p>')
})

it('the facts that the registry states are shown: methodology, estimate and years of the results', () => {
  const raw_data = {
    ...{ sdgs: [], methodology: 'ACM0002', estimated_annual_credits: 22_728 },
    ...{ crediting_period_start: '2018-10-24', crediting_period_end: '2028-10-23' },
  }
  const text = textOf(page({ raw_data }))
  expect(text).toContain('|Methodology|ACM0002|Estimated effect|22,728 t of CO|2|a year|')
  expect(text).toContain('|Years counted|2018–2028|')
})

it('a project without a description is described by its scene, in the language of the page', () => {
  const undescribed = { is_described: false, description: 'An English text of the API.' }
  const text = textOf(page({ ...undescribed, scene: 'rice' }))
  expect(text).toContain(`|${texts.project_works.rice()}|`)
  expect(text).toContain('|Rice fields that fall dry at times give off less methane')
  expect(text).not.toContain('An English text')
  expect(textOf(page({ ...undescribed, scene: 'of a later version' }))).toContain(
    `|${texts.project_works.meadow()}|`,
  )
})

it.each([
  ['Verified', 'Independently audited and accepted by its registry'],
  ['Certified Design', 'Its plan has passed an independent review.'],
  ['Listed', 'Its plan is still under review.'],
] as const)('the meaning of %s is explained', (status, meaning) => {
  expect(textOf(page({ status }))).toMatch(new RegExp(`\\|${status}\\.\\|[^|]*${meaning}`))
})

it('a batch whose serial cannot be compared is marked as that, and no other one is', () => {
  const sentence = texts.projects_uncompared({ registry: 'Gold Standard' })
  expect(textOf(page())).not.toContain(sentence)
  const batches = [batch('b1'), batch('b2', { uncompared: true, is_offered: false })]
  expect(textOf(page({ batches }))).toContain(sentence)
})

it('a real project is not called a demonstration, and an unlisted one does not show its last status', () => {
  const raw_data = { sdgs: [] }
  const text = textOf(page({ raw_data, name: 'Forest', shown_name: 'Forest', is_offered: false }))
  expect(text).not.toContain('Demonstration')
  expect(text).not.toContain('Registered as')
  expect(text).not.toContain('Developer')
  expect(text).not.toContain('Listed')
  expect(text).toContain('This project is not offered at present')
})

const rate = { from: 'EUR', to: 'GBP', rate: 0.5, as_of: '2026-11-20', source: 'ecb' }
const rates = [[[getExchangeRate.id, 'EUR', 'GBP'], rate]] as const
it('a price leads with the user’s currency, and says which one is paid where the batch’s differs', () => {
  const pricesOf = (currency: string, price_per_kg = 0.02) => {
    const price = { price_per_kg, currency }
    const html = drawn(
      <>
        <MainPrice price={price} />
        <PriceDetail price={price} />
      </>,
      rates,
    )
    return { text: textOf(html), isLoading: html.includes('skeleton') }
  }
  const known = (text: string) => ({ text, isLoading: false })
  expect(pricesOf('GBP')).toEqual(known('|£20.00 a tonne|£0.0200 / kg|'))
  expect(pricesOf('GBP', 0.2)).toEqual(known('|£200.00 a tonne|£0.20 / kg|'))
  expect(pricesOf('EUR')).toEqual(known('|about £10.00 a tonne|€0.0200 / kg, you pay in £|'))
  const loading = { text: '|$0.0200 / kg, you pay in £|', isLoading: true }
  expect(pricesOf('USD')).toEqual(loading)
})

it('a project in another currency shows the user’s first, in its batches and next to Buy', () => {
  const html = drawn(
    <Route path={patterns.project}>
      <ProjectPage />
    </Route>,
    [
      [
        [getProject.id, 'one'],
        { ...project, batches: [batch('b1', { currency: 'EUR', price_per_kg: 0.02 })] },
      ],
      ...rates,
    ],
  )
  const text = textOf(html)
  expect(text).toContain('|Vintage 2024|about £10.00 a tonne|')
  expect(text).toContain('|€0.0200 / kg, you pay in £|')
  expect(text).toContain('|Vintage 2024|about £10.00 a tonne|Buy Offsets|')
  // Each price in the batch’s currency says that another one is paid.
  expect(text.match(/€/g)).toHaveLength(1)
})

it.each([
  ['GBP', 0.02, '|£1 is about 50 kg|'],
  ['GBP', 0.2, '|£1 is about 5 kg|'],
  ['GBP', 0.3, '|£10 is about 33 kg|'],
  ['GBP', 15, '|£100 is about 7 kg|'],
  ['GBP', 50, '|£1,000 is about 20 kg|'],
  ['EUR', 0.02, '|£1 is about 100 kg|'],
  ['USD', 0.02, ''],
])(
  'of %s %d a kilogram, a round sum of the user’s currency buys a few: %s',
  (currency, price_per_kg, words) => {
    expect(textOf(drawn(<UnitBuys price={{ price_per_kg, currency }} />, rates))).toBe(words)
  },
)

it('the chart has five ticks, a bar of at least 6 px for each week with sales, and all weeks as a table', () => {
  const html = drawn(<WeeklyChart weeks={weeks(0, 1, 0, 20_000, 15_000)} />)
  const ticks = [...html.matchAll(/class="weekly-tick">.*?<text[^>]*>([^<]*)</g)]
  expect(ticks.map(([, kg]) => kg)).toEqual(['0', '5,000', '10,000', '15,000', '20,000\u00a0kg'])
  const bars = [...html.matchAll(/<rect[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/g)]
  expect(bars.map(([, , height]) => Number(height))).toEqual([6, 146, 109.5])
  // Each bar begins at the base line.
  expect(new Set(bars.map(([, y, height]) => Number(y) + Number(height)))).toEqual(new Set([164]))
  expect(html).toContain('<title>Week 4, 2026: 20,000\u00a0kg</title>')
  expect(html.match(/weekly-bar-now/g)).toHaveLength(1)
  const rows = [...html.matchAll(/<tr><th scope="row"[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)</g)]
  expect(rows.map(([, week, kg]) => `${week}: ${kg}`.replace('\u00a0', ' '))).toEqual([
    ...['Week 1, 2026: 0 kg', 'Week 2, 2026: 1 kg', 'Week 3, 2026: 0 kg'],
    ...['Week 4, 2026: 20,000 kg', 'Week 5, 2026: 15,000 kg'],
  ])
  expect(textOf(html)).toContain(
    '35,001 kg in 5 weeks. Most in week 4: 20,000 kg. This week: 15,000 kg.',
  )
})

it('a week that dwarfs all others is cut and described in full, and without sales there is no chart', () => {
  const html = drawn(<WeeklyChart weeks={weeks(10, 900, 12)} />)
  expect(html.match(/weekly-cut/g)).toHaveLength(1)
  expect(html).toMatch(/<text [^>]*>900</)
  expect(drawn(<WeeklyChart weeks={weeks(10, 40)} />)).not.toContain('weekly-cut')
  const none = drawn(<WeeklyChart weeks={weeks(0, 0)} />)
  expect(none).toContain('No purchase activity yet.')
  expect(none).not.toContain('<figure')
})

it('the effect of 100 kg is compared with a drive, the shorter one first', () => {
  const text = textOf(drawn(<ProjectEffect project={project} />)).replaceAll('|', ' ')
  expect(text).toContain('What 100 kg does here')
  expect(text).toContain('100 kg of CO 2 is about what 400 to 600 km by petrol car emit')
})

it('each goal has its own name', () => {
  const text = textOf(drawn(<SdgTiles goals={[1, 13, 17]} />))
  expect(text).toBe('|1|No Poverty|13|Climate Action|17|Partnerships for the Goals|')
})

function Look({ use }: { use: () => unknown }) {
  use()
  return null
}

/** The answer to each hook of the catalogue. */
async function asked(use: () => unknown): Promise<unknown> {
  const client = new QueryClient()
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Look use={use} />
    </QueryClientProvider>,
  )
  const [query] = client.getQueryCache().getAll()
  return query?.fetch().finally(() => client.clear())
}
const status = (code: number) => () => Response.json({ code: 'x' }, { status: code })

it('a missing project is null, and a failed request is an error', async () => {
  const { batches: _, weeklyPurchases: __, description: ___, is_offered: ____, ...listed } = project
  const featured = { ...listed, preferred_batch: null }
  answers = {
    '/api/projects/one': () => Response.json(project),
    '/api/projects/two': status(404),
    '/api/projects/three': status(500),
    '/api/projects/featured?country=GB': () => Response.json([featured]),
    '/api/projects/featured?country=AQ': status(404),
    '/api/projects/featured?country=US': status(500),
    '/api/projects/': () => Response.json([listed]),
  }
  expect(await asked(() => useProject('one'))).toMatchObject({ id: 'one' })
  expect(await asked(() => useProject('two'))).toBeNull()
  await expect(asked(() => useProject('three'))).rejects.toMatchObject({ status: 500 })
  expect(await asked(() => useFeaturedProjects('GB'))).toMatchObject([{ id: 'one' }])
  expect(await asked(() => useFeaturedProjects('AQ'))).toEqual([])
  await expect(asked(() => useFeaturedProjects('US'))).rejects.toMatchObject({ status: 500 })
  expect(await asked(() => useProjects())).toMatchObject([{ id: 'one' }])
})
