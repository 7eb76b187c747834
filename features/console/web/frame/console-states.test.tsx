// Tests what stays and what goes on the console's pages: after a failure, a retry, a second case, a second search.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { DeskCase } from '#features/console/desk/desk-calls.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { until } from '#web/test-page.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { PersonPage } from '../pages/person-page.tsx'
import { StatementPanel } from '../pages/statement-panel.tsx'
import { goalName } from '../parts/goal-names.ts'
import {
  answer,
  answerCalls,
  drawForStaff,
  exampleAction,
  openConsole,
} from '../test-console-page.tsx'

const busy = () => document.querySelectorAll('[aria-busy=true], [aria-disabled=true]').length
const failure = () => answer({ error: 'Failed.', code: 'internal', request_id: 'req-5' }, 500)

it('goals are named by their numbers', () => {
  expect(Array.from({ length: 17 }, (_, at) => goalName(at + 1))).toEqual([
    '1 No poverty',
    '2 Zero hunger',
    '3 Good health and well-being',
    '4 Quality education',
    '5 Gender equality',
    '6 Clean water and sanitation',
    '7 Affordable and clean energy',
    '8 Decent work and economic growth',
    '9 Industry, innovation and infrastructure',
    '10 Reduced inequalities',
    '11 Sustainable cities and communities',
    '12 Responsible consumption and production',
    '13 Climate action',
    '14 Life below water',
    '15 Life on land',
    '16 Peace, justice and strong institutions',
    '17 Partnerships for the goals',
  ])
})

const deskCase = (txId: string): DeskCase => ({
  ...{ id: `refund:${txId}`, kind: 'refund_failed', tx_id: txId, buyer_id: 'p1', buyer: 'Ada' },
  ...{ since: '2026-11-12T09:30:00.000Z', due_at: null, amount: 2.5, currency: 'GBP' },
  ...{ provider_id: null, detail: null, evidence: null, messages: [] },
  next: { words: 'Refund it.', action: 'purchases refund' },
})

it('the action of the second case is about the second purchase', async () => {
  const calls = answerCalls((path) => {
    if (path.endsWith('/desk')) return answer([deskCase('CP-1'), deskCase('CP-2')])
    return answer(
      path.endsWith('/actions') ? [exampleAction] : { outcome: 'previewed', figures: [] },
    )
  })
  const page = await drawForStaff(
    <WithDialogs>
      <DeskPage />
    </WithDialogs>,
  )
  await until(() => expect(page.offers('Refund')).toBe(2))
  await page.press('Refund', 1)
  await page.type('Reason', 'Why')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  expect(calls.at(-1)?.body).toMatchObject({ input: { tx_id: 'CP-2' } })
})

it('a kind of the desk leads to its first page, with a link to the next one', async () => {
  const link = '</console/api/desk?after=y>; rel="next"'
  const { page, address, shown } = await openConsole('/disputes?after=x', {
    '/desk?after=x': [],
    '/desk?kind=fraud_warning': answer([], 200, { link }),
  })
  await page.type('Kind', 'fraud_warning')
  await until(() => expect(address()).toBe('/disputes?kind=fraud_warning'))
  await until(() => expect(shown()).toContain('Next page </disputes?kind=fraud_warning&after=y>'))
  expect(shown()).toContain('There is no such case.')
})

it('a page that failed is loaded by Retry, which is free again after each failure', async () => {
  const calls = answerCalls(failure, failure, () =>
    answer({ error: 'There is no such record.', code: 'not_found' }, 404),
  )
  const page = await drawForStaff(<PersonPage id="p1" />)
  await until(() => expect(page.text()).toContain('Request req-5.'))
  await page.press('Retry')
  await until(() => expect(calls).toHaveLength(2))
  await until(() => expect([page.offers('Retry'), busy()]).toEqual([1, 0]))
  await page.press('Retry')
  await until(() => expect(page.text()).toContain('There is no such record.'))
  expect(page.offers('Retry')).toBe(0)
})

it('a statement that could not be saved is saved by the next press, and the problem goes', async () => {
  answerCalls(failure, () => new Response('x'))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const page = await drawForStaff(<StatementPanel id="spring" />)
  const names: string[] = []
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await page.press('Save as CSV')
  await until(() => expect(page.text()).toContain('Request req-5.'))
  expect(busy()).toBe(0)
  const month = page.valueOf('Month')
  await page.press('Save as CSV')
  await until(() => expect(names).toEqual([`spring-${month}.csv`]))
  await until(() => expect([page.text().includes('req-5'), busy()]).toEqual([false, 0]))
})

const hit = (kind: string, id: string) => ({ kind, id, title: id, detail: 'x' })
const keydown = (target: EventTarget | null, key: string) =>
  act(async () => {
    target?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
  })

it('the first hit of the next search is chosen, and the opened one empties the field', async () => {
  const { page, address, paths } = await openConsole('/staff', {
    '/staff': [],
    '/search?q=ada': [hit('person', 'a1'), hit('person', 'a2')],
    '/search?q=bob': [hit('purchase', 'CP-1'), hit('programme', 'b2')],
  })
  const field = document.querySelector<HTMLInputElement>('[role=combobox]')
  const options = () =>
    [...document.querySelectorAll('[role=option]')].map((each) => [
      each.querySelector('p')?.textContent,
      each.getAttribute('aria-selected'),
    ])
  await page.type('Search everything', ' ada ')
  await until(() =>
    expect(options()).toEqual([
      ['a1', 'true'],
      ['a2', 'false'],
    ]),
  )
  expect(paths()).toContain('/search?q=ada')
  await keydown(field, 'ArrowDown')
  expect(options()[1]).toEqual(['a2', 'true'])
  await page.type('Search everything', 'bob')
  await until(() =>
    expect(options()).toEqual([
      ['CP-1', 'true'],
      ['b2', 'false'],
    ]),
  )
  expect(field?.getAttribute('aria-expanded')).toBe('true')
  const second = document.querySelectorAll<HTMLElement>('[role=option]')[1]
  await act(async () => second?.click())
  await until(() => expect(address()).toBe('/programmes/b2'))
  expect(page.valueOf('Search everything')).toBe('')
  expect(field?.getAttribute('aria-expanded')).toBe('false')
})

it('a slash focuses the search, except in a field', async () => {
  await openConsole('/people', { '/people': [] })
  vi.stubGlobal('Element', window.Element)
  const field = document.querySelector('[role=combobox]')
  const other = document.querySelector<HTMLInputElement>('main input')
  await keydown(other, '/')
  expect(document.activeElement === field).toBe(false)
  await keydown(document.body, '/')
  expect(document.activeElement === field).toBe(true)
})
