// Tests the dialogs of pages: a request for approval with each of its ends, and the end of a session in a dialog.
// The passkey goes on with what was typed.
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Approval } from '#features/staff/staff-calls.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { until } from '#web/test-page.ts'
import { ActionButtons } from '../actions/subject-actions.tsx'
import { endSessionOfForms } from '../frame/kept-form.tsx'
import {
  answer,
  answerCalls,
  drawForStaff,
  exampleAction,
  exampleMe,
  openConsole,
} from '../test-console-page.tsx'
import { outlineOf } from '../test-outline.ts'
import { passkeyFailure, stubPasskeys } from '../test-passkeys.ts'
import { ApprovalsPage } from './approvals-page.tsx'
import { recentMonths } from './statement-panel.tsx'

const usePasskey = vi.fn<() => Promise<unknown>>()
beforeEach(() => {
  usePasskey.mockReset().mockResolvedValue(null)
})

const figures = [{ label: 'To the card', before: null, after: '2.03 GBP' }]
const request: Approval = {
  ...{ id: 'a1', action: 'purchases refund', title: 'Refund', reason: 'Bought twice', figures },
  ...{ input: { tx_id: 'CP-1' }, requested_by: 'Ada', requested_at: '2026-11-27T09:30:00.000Z' },
  ...{ expires_at: '2026-11-30T09:30:00.000Z', state: 'waiting' as const, decided_by: null },
  ...{ decided_at: null, detail: null, may_decide: true },
}
const other: Approval = { ...request, id: 'a2', title: 'Block', reason: 'Fraud' }
const ended = () => answer({ error: 'Please sign in.', code: 'unauthenticated' }, 401)
const dialogs = () =>
  [...document.querySelectorAll('[role=dialog]')].map((each) => each.getAttribute('aria-label'))
const shownDialog = () => {
  const found = document.querySelector('[role=dialog]')
  return found === null ? '' : outlineOf(found)
}

const options = {
  ...{ challenge: 'AAAA', rpId: 'console.example', timeout: 1, userVerification: 'required' },
}
/** The answers to a passkey: its options, and the member whose passkey it is. */
const ofPasskey = (path: string, me = exampleMe) => (path.endsWith('/options') ? options : me)

type Decided = () => Response | Promise<Response>
/** Opens the list of requests with a server that answers each decision in turn. */
async function openApprovals(...decisions: readonly Decided[]) {
  const left = [...decisions]
  const known: Record<string, unknown> = {
    '/approvals': [request, other],
    '/approvals/a1': request,
    '/approvals/a2': other,
  }
  const calls = answerCalls((path) => {
    const name = path.replace('/console/api', '')
    const { body } = calls.at(-1) ?? {}
    if (body !== null && name.startsWith('/approvals/')) return left.shift()?.() ?? ended()
    return answer(known[name] ?? ofPasskey(name))
  })
  const page = await drawForStaff(
    <WithDialogs>
      <ApprovalsPage />
    </WithDialogs>,
  )
  stubPasskeys(usePasskey)
  await until(() => expect(page.offers('Refund')).toBe(1))
  const sent = () => calls.flatMap(({ path, body }) => (body === null ? [] : [[path, body]]))
  return { page, calls, sent }
}

it('a decided request shows its outcome, and the next request is its own', async () => {
  const after = [{ label: 'To the card', before: null, after: '2.00 GBP' }]
  const { page, sent } = await openApprovals(
    () => answer({ outcome: 'done', figures: after }),
    () => answer({ outcome: 'refused', figures }),
  )
  await page.press('Refund')
  await until(() => expect(page.offers('Approve')).toBe(1))
  expect(dialogs()).toEqual(['Refund'])
  await page.press('Approve')
  await until(() => expect(page.text()).toContain('Done.'))
  expect(shownDialog()).toBe(
    [
      '# Refund',
      '[Close]',
      'Done.',
      'To the card: 2.00 GBP',
      '[Close]',
      '[Back of the browser]',
    ].join('\n'),
  )
  await page.press('Close')
  expect(dialogs()).toEqual([])
  await page.press('Block')
  await until(() => expect(page.offers('Refuse')).toBe(1))
  expect(dialogs()).toEqual(['Block'])
  expect(shownDialog()).toContain('Reason: Fraud')
  await page.press('Refuse')
  await until(() => expect(page.text()).toContain('Done.'))
  expect(sent()).toEqual([
    ['/console/api/approvals/a1', { approve: true }],
    ['/console/api/approvals/a2', { approve: false }],
  ])
})

it('only the pressed button is busy, and a failure leaves both free', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { page } = await openApprovals(() => promise)
  await page.press('Refund')
  await until(() => expect(page.offers('Approve')).toBe(1))
  await page.press('Refuse')
  const busy = () =>
    [...document.querySelectorAll('[aria-busy=true], [aria-disabled=true]')].map(
      (each) => each.textContent,
    )
  expect(busy()).toHaveLength(1)
  await page.press('Cancel')
  expect(dialogs()).toEqual(['Refund'])
  resolve(answer({ error: 'The figures have changed.', code: 'action_refused' }, 409))
  await until(() => expect(shownDialog()).toContain('The figures have changed.'))
  expect(busy()).toEqual([])
  expect([page.offers('Refuse'), page.offers('Approve')]).toEqual([1, 1])
  await page.press('Cancel')
  expect(dialogs()).toEqual([])
  // The request that is opened again has no problem of before.
  await page.press('Refund')
  await until(() => expect(page.offers('Approve')).toBe(1))
  expect(shownDialog()).not.toContain('The figures have changed.')
})

it('a decision that asks for the passkey goes on with the same decision', async () => {
  const { page, sent } = await openApprovals(
    () => answer({ error: 'Please confirm.', code: 'passkey_required' }, 403),
    () => answer({ outcome: 'refused', figures }),
  )
  await page.press('Refund')
  await until(() => expect(page.offers('Refuse')).toBe(1))
  await page.press('Refuse')
  await until(() => expect(page.offers('Confirm with your passkey')).toBe(1))
  usePasskey.mockRejectedValueOnce(passkeyFailure('NotAllowedError'))
  await page.press('Confirm with your passkey')
  await until(() => expect(shownDialog()).toContain('The passkey was not used. Please try again.'))
  await page.press('Confirm with your passkey')
  await until(() => expect(page.text()).toContain('Done.'))
  expect(sent().filter(([path]) => String(path).includes('approvals'))).toEqual([
    ['/console/api/approvals/a1', { approve: false }],
    ['/console/api/approvals/a1', { approve: false }],
  ])
})

async function openEnded(me = exampleMe) {
  const calls = answerCalls((path) =>
    answer(path.includes('/passkey') ? ofPasskey(path, me) : { outcome: 'previewed', figures }),
  )
  const page = await drawForStaff(
    <WithDialogs>
      <ActionButtons actions={[exampleAction]} prefilledOf={() => ({ tx_id: 'CP-1' })} />
    </WithDialogs>,
  )
  stubPasskeys(usePasskey)
  await page.press('Refund')
  await page.type('Reason', 'Bought twice')
  expect(await act(async () => endSessionOfForms())).toBe(true)
  expect(shownDialog()).toBe(
    [
      ...['# Refund', '[Cancel]', 'Your session has ended.'],
      'What you typed is still here. Nothing was sent after the session ended.',
      ...['[Sign in and go on]', '[Back of the browser]'],
    ].join('\n'),
  )
  return { page, calls }
}

it('the end of the session in a dialog keeps what was typed', async () => {
  const { page, calls } = await openEnded()
  usePasskey.mockRejectedValueOnce(passkeyFailure('NotAllowedError'))
  await page.press('Sign in and go on')
  await until(() => expect(shownDialog()).toContain('The passkey was not used. Please try again.'))
  await page.press('Sign in and go on')
  await until(() => expect(page.offers('Preview')).toBe(1))
  expect(page.valueOf('Reason')).toBe('Bought twice')
  await page.press('Preview')
  await until(() => expect(page.text()).toContain('This will happen'))
  expect(calls.at(-1)?.body).toMatchObject({ reason: 'Bought twice' })
})

it('without an open dialog the session of no form ends', async () => {
  const { page } = await openEnded()
  await page.press('Cancel')
  expect(dialogs()).toEqual([])
  expect(endSessionOfForms()).toBe(false)
})

it('a sign-in may be repeated after each failure, in words of its own', async () => {
  let isIn = false
  const { page, address } = await openConsole('/people?country=GB', {
    ...{
      '/me': ended(),
      '/passkey/options': options,
      '/passkey': { ...exampleMe, roles: ['look'] },
    },
  })
  stubPasskeys(usePasskey)
  await until(() => expect(page.offers('Sign in with a passkey')).toBe(1))
  expect(address()).toMatch(/^\/sign-in\?back=%2Fpeople/)
  for (const [name, words] of [
    ['NotAllowedError', 'The passkey was not used. Please try again.'],
    ['InvalidStateError', 'This device has a passkey for you already. Sign in with it.'],
    ['TypeMismatchError', 'This browser could not use a passkey.'],
  ] as const) {
    usePasskey.mockRejectedValueOnce(passkeyFailure(name))
    await page.press('Sign in with a passkey')
    await until(() => expect(page.text()).toContain(words))
    expect(page.offers('Sign in with a passkey')).toBe(1)
  }
  usePasskey.mockImplementationOnce(async () => {
    isIn = true
  })
  await page.press('Sign in with a passkey')
  await until(() => expect([isIn, address()]).toEqual([true, '/']))
})

it.each([
  [
    '2026-11-27T09:30:00Z',
    ['2026-11', '2026-10', '2026-09'],
    'November 2026, so far',
    'October 2026',
  ],
  [
    '2026-01-31T23:59:59Z',
    ['2026-01', '2025-12', '2025-11'],
    'January 2026, so far',
    'December 2025',
  ],
  [
    '2026-03-31T00:00:00Z',
    ['2026-03', '2026-02', '2026-01'],
    'March 2026, so far',
    'February 2026',
  ],
])('the months at %s', (now, values, first, second) => {
  const months = recentMonths(Date.parse(now))
  expect(months.slice(0, 3).map(({ value }) => value)).toEqual(values)
  expect(months.slice(0, 2).map(({ label }) => label)).toEqual([first, second])
  expect(months).toHaveLength(36)
})
