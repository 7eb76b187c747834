// Provides a member of staff, a page and a server with fixed answers for tests of the console. For tests only.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { listStaff, type Me, type ShownAction } from '#features/staff/staff-calls.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage } from '#web/test-page.ts'
import { MeContext } from './frame/signed-in-staff.tsx'
import { sourceOf } from './lists/load-list.ts'

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
