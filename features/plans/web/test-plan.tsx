// Provides a plan, a server of plans and a page that shows them. For tests only.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Project } from '#features/catalogue/catalogue-calls.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import type { SavedCard } from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { featuredProject } from '#values/lists/plans.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { draw, openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import type { ListedPlan, WireRun } from '../plans-calls.ts'

/** An active plan; each test overrides fields. */
export const testPlan: ListedPlan = {
  ...{ id: 'PL-7K2M-9QXF-4HJD', state: 'ACTIVE', pause_reason: null, expires_at: null },
  ...{ amount: 5, currency: 'GBP', project_id: featuredProject, pay: 'wallet', day: 15 },
  ...{ next_run: '2026-12-15T09:00:00.000Z', last_run: null, runs: [] },
}

/** A completed month; each test overrides fields. */
export const testRun: WireRun = {
  ...{ period: '2026-11', state: 'COMPLETED', reason: null, tx_id: 'CP-1', kg: 200, total: 5 },
}

export const testCards: SavedCard[] = ['visa', 'mastercard'].map((brand, index) => ({
  id: `0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f6${index + 1}`,
  ...{ brand, last4: `424${index}`, exp_month: 12, exp_year: 2099 },
}))

type Served = {
  plans: readonly ListedPlan[]
  cards: readonly SavedCard[]
  projects: readonly Pick<Project, 'id'>[]
  /** Answers of other calls, by method and path. */
  answers: Record<string, (body: unknown) => Response | Promise<Response>>
  /** Method and body of each call that changes a plan or opens a checkout. */
  sent: unknown[][]
  /** Priority and text of each toast. */
  toasts: unknown[][]
  /** The number of requests for the list. */
  lists: number
}

export const refusal = (code: string, status = 409) => Response.json({ code }, { status })

/** Opens a page with a signed-in person and a server, until the test ends. */
export async function openPlans(own: Partial<Served> = {}, profile: Profile = ada) {
  const served: Served = {
    ...{ plans: [testPlan], cards: [], projects: [], answers: {}, sent: [], toasts: [], lists: 0 },
    ...own,
  }
  const reads: Record<string, () => unknown> = {
    '/api/plans': () => {
      served.lists += 1
      return served.plans
    },
    '/api/cards': () => served.cards,
    '/api/projects/': () => served.projects,
  }
  openPage()
  onTestFinished(() => act(async () => signOut()))
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)
    const sent: unknown = text === '' ? null : JSON.parse(text)
    const answer = served.answers[`${method} ${path}`]
    if (path.startsWith('/api/plans') && method !== 'GET') served.sent.push([method, sent])
    if (answer) return answer(sent)
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    const read = method === 'GET' ? reads[path] : undefined
    return read ? Response.json(read()) : refusal('not_found', 404)
  })
  const added = vi.spyOn(toastManager, 'add').mockImplementation(({ title, priority }) => {
    served.toasts.push([priority, String(title).replaceAll('\u00a0', ' ')])
    return 'toast'
  })
  onTestFinished(() => added.mockRestore())
  await openSession(profile, terminal)
  return served
}

/** Draws a part at a path, with its dialogs. */
export async function drawPlans(part: ReactNode, path: string = paths.plans) {
  const client = newQueryClient()
  const { hook, searchHook } = memoryLocation({ path })
  const wrapped = (content: ReactNode) => (
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <WithDialogs>{content}</WithDialogs>
      </Router>
    </QueryClientProvider>
  )
  const page = await draw(wrapped(part))
  return { ...page, client, again: (next: ReactNode) => page.again(wrapped(next)) }
}

/** The texts of the buttons that are busy. */
export const busyButtons = () =>
  [...document.querySelectorAll('button[aria-busy=true]')].map(({ textContent }) => textContent)
