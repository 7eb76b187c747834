// Provides a member of staff, a page and a server with fixed answers for tests of the console. For tests only.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { getApproval, listStaff, type Me, type ShownAction } from '#features/staff/staff-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ConsoleApp } from './console-app.tsx'
import { MeContext } from './frame/signed-in-staff.tsx'
import { sourceOf } from './lists/load-list.ts'
import { outlineOf } from './test-outline.ts'

export const exampleMe: Me = {
  id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61',
  name: 'Ada',
  roles: ['support'],
  expires_at: '2026-11-28T09:30:00.000Z',
  needs_passkey: false,
  has_approvals: true,
}

export const exampleAction: ShownAction = {
  name: 'purchases refund',
  title: 'Refund',
  summary: 'Gives the money back.',
  needs_reason: true,
  is_sensitive: true,
  approval: 'refund',
  subject: { of: 'purchase', field: 'tx_id' },
  schema: {
    type: 'object',
    properties: {
      tx_id: { type: 'string', title: 'Purchase' },
      to_wallet: { type: 'boolean', title: 'To the wallet', default: false },
    },
    required: ['tx_id'],
  },
}

/** A source of rows. Tests import calls from a file of the browser, where they check their answers. */
export const memberSource = sourceOf(listStaff)
export const approvalCall = getApproval

export type SentCall = {
  readonly path: string
  readonly body: unknown
  readonly key: string | null
}
type Answer = (path: string) => Response | Promise<Response>

export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

/** Replaces the server. Each call gets the next answer; the last one repeats. Returns the calls. */
export function answerCalls(...answers: readonly Answer[]): readonly SentCall[] {
  const calls: SentCall[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const text = typeof body === 'string' ? body : 'null'
    const key = new Headers(headers).get('idempotency-key')
    const next = answers[Math.min(calls.length, answers.length - 1)]
    calls.push({ path, body: JSON.parse(text), key })
    if (next === undefined) throw new TypeError('Failed to fetch')
    return next(path)
  })
  return calls
}

/** Draws a part of the console for a signed-in member of staff. */
export function drawForStaff(part: ReactNode, me: Me = exampleMe) {
  openPage()
  const { hook, searchHook } = memoryLocation({ path: '/' })
  return draw(
    <QueryClientProvider client={newQueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <MeContext value={me}>{part}</MeContext>
      </Router>
    </QueryClientProvider>,
  )
}

/** Bodies by the path of their call, below `/console/api`. */
export type Answers = Readonly<Record<string, unknown>>

const admin: Me = { ...exampleMe, roles: ['admin'] }

/**
 * Opens the whole console at an address, with a server of fixed answers. A body that is a `Response` is sent as it
 * is; a call without a body is answered by 404.
 */
export async function openConsole(address: string, answers: Answers, me: Me = admin) {
  const known: Answers = { '/me': me, '/actions': [], ...answers }
  const calls = answerCalls((path) => {
    const body = known[path.replace('/console/api', '')]
    if (body instanceof Response) return body.clone()
    return body === undefined
      ? answer({ error: 'There is no such record.', code: 'not_found' }, 404)
      : answer(body)
  })
  openPage()
  for (const name of ['requestAnimationFrame', 'cancelAnimationFrame'] as const) {
    vi.stubGlobal(name, window[name].bind(window))
  }
  const [path = '', searchPath = ''] = address.split('?')
  const { hook, searchHook, navigate, history } = memoryLocation({
    ...{ path, searchPath, record: true },
  })
  const page = await draw(
    <Router hook={hook} searchHook={searchHook}>
      <ConsoleApp />
    </Router>,
  )
  const part = (selector: string) => {
    const found = document.querySelector(selector)
    return found === null ? '' : outlineOf(found)
  }
  const paths = () => calls.map((call) => call.path.replace('/console/api', ''))
  const isLoading = () =>
    document.querySelector('.skeleton') !== null || /Loading…/.test(page.text())
  await until(() => document.querySelector('main') !== null && !isLoading())
  return {
    ...{ page, calls, paths, part, navigate },
    /** The lines of the page itself, without the frame. */
    shown: () => part('main'),
    address: () => history.at(-1),
  }
}
