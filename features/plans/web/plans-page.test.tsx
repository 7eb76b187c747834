// Tests the page of plans in a simulated page: a change that failed shows why.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { featuredProject } from '#values/lists/plans.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import type { ListedPlan } from '../plans-calls.ts'
import { PlansPage } from './plans-page.tsx'

const plan: ListedPlan = {
  ...{ id: 'PL-7K2M-9QXF-4HJD', state: 'ACTIVE', pause_reason: null, expires_at: null },
  ...{ amount: 5, currency: 'GBP', project_id: featuredProject, pay: 'wallet', day: 15 },
  ...{ next_run: '2026-12-15T09:00:00.000Z', last_run: null, runs: [] },
}

beforeEach(async () => {
  const answers: Record<string, () => Response> = {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
    'GET /api/plans': () => Response.json([plan]),
    'GET /api/cards': () => Response.json([]),
    'GET /api/projects/': () => Response.json([]),
  }
  openPage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const refused = () => Response.json({ code: 'internal' }, { status: 500 })
    return (answers[`${method} ${path}`] ?? refused)()
  })
  await openSession(ada, terminal)
})
afterEach(signOut)

it.each(['Pause', 'Skip one month', 'End'])('%s shows that it did not work', async (action) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = await draw(
    <QueryClientProvider client={client}>
      <PlansPage />
    </QueryClientProvider>,
  )
  await until(() => page.offers(action) > 0)
  await page.press(action)
  await until(() => page.text().includes('Something went wrong.'))
  expect(page.offers(action)).toBe(1)
})
