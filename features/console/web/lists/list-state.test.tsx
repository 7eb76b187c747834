// Tests what a list keeps in its address and what it drops: filters, sort and page; and its state after a failure.
import { act } from 'react'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { until } from '#web/test-page.ts'
import {
  answer,
  answerCalls,
  drawForStaff,
  memberSource,
  openConsole,
} from '../test-console-page.tsx'
import { outlineOf } from '../test-outline.ts'
import type { Filter } from './list-filters.tsx'
import type { Column } from './list-table.tsx'
import { ListView, Pager } from './list-view.tsx'

type Row = { readonly id: string; readonly name: string; readonly email: string }
const columns: readonly Column<Row>[] = [
  { id: 'name', name: 'Name', cell: ({ name }) => name, isSortable: true },
  { id: 'state', name: 'State', cell: ({ email }) => email, isSortable: true },
]
const filters: readonly Filter[] = [
  { name: 'q', label: 'Words', kind: 'text', placeholder: 'a name' },
  { name: 'since', label: 'From', kind: 'day' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [{ value: 'active', label: 'Active' }],
  },
  {
    ...{ name: 'role', label: 'Role', kind: 'choice', unset: 'Any role' },
    options: [{ value: 'look', label: 'Look' }],
  },
  { name: 'hidden', label: 'Hidden', kind: 'text', isHidden: true, lengthMax: 7 },
]
const member = (name: string) => ({
  ...{ id: name, name, email: 'a@b.example', roles: ['look'], shell_user: null, state: 'active' },
  ...{ created_at: '2026-11-20T09:30:00.000Z', last_seen_at: null },
})
const list = (
  <ListView
    name="Members"
    part="staff"
    source={memberSource}
    filters={filters}
    columns={columns}
    keyOf={({ id }) => id}
    empty="No member yet."
    aside={<p>A note</p>}
  />
)
const link = '</console/api/staff?limit=50&after=2>; rel="next"'
const shown = () => outlineOf(document.body)

async function drawList(...names: readonly string[]) {
  const calls = answerCalls(() => answer(names.map(member), 200, { link }))
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('on this page'))
  const asked = () => calls.at(-1)?.path.replace('/console/api/staff', '')
  return { page, calls, asked }
}

const leave = (selector: string) =>
  act(async () => {
    const field = document.querySelector(selector)
    field?.dispatchEvent(new window.FocusEvent('focusout', { bubbles: true }))
  })

it('the filters, the rows and the pages of a list', async () => {
  const { asked } = await drawList('Ada', 'Cleo')
  expect(asked()).toBe('')
  expect(shown()).toBe(
    [
      'Words (a name):',
      'From:',
      'State: (All) / Active',
      'Role: (Any role) / Look',
      'A note',
      '| [Name] | [State]',
      '| Ada | a@b.example',
      '| Cleo | a@b.example',
      '2 records on this page',
      'Next page </?after=2>',
    ].join('\n'),
  )
  const fields = [...document.querySelectorAll('input')]
  expect(fields.map(({ type, maxLength }) => [type, maxLength])).toEqual([
    ['search', 200],
    ['date', 200],
  ])
})

it('each filter and sort is kept with the others, and leads to the first page', async () => {
  const { page, asked } = await drawList('Ada')
  await page.type('State', 'active')
  await until(() => expect(asked()).toBe('?state=active'))
  await page.press(/^Name/)
  await until(() => expect(asked()).toBe('?state=active&sort=name'))
  expect(page.text()).toContain('↑')
  await page.press(/^State/)
  await until(() => expect(asked()).toBe('?state=active&sort=state'))
  await page.press(/^State/)
  await until(() => expect(asked()).toBe('?state=active&sort=-state'))
  const heads = () =>
    [...document.querySelectorAll('th')].map((each) => [
      each.getAttribute('aria-sort'),
      each.textContent,
    ])
  await until(() =>
    expect(heads()).toEqual([
      ['none', 'Name↕'],
      ['descending', 'State↓'],
    ]),
  )
  expect(shown()).toContain('Next page </?state=active&sort=-state&after=2>')
  await page.press(/^State/)
  await until(() => expect(shown()).toContain('Next page </?state=active&after=2>'))
  await page.type('State', '')
  await until(() => expect(shown()).toContain('Next page </?after=2>'))
  expect(page.offers('Clear filters')).toBe(0)
})

it('a text is sent without its spaces when it is left or confirmed, and once', async () => {
  const { page, calls, asked } = await drawList('Ada')
  await page.type('Words', '  ada ')
  expect(calls).toHaveLength(1)
  await page.submit()
  await until(() => expect(asked()).toBe('?q=ada'))
  await until(() => expect(page.valueOf('Words')).toBe('ada'))
  await page.submit()
  expect(calls).toHaveLength(2)
  await page.type('From', '2026-11-02')
  await leave('input[type=date]')
  await until(() => expect(asked()).toBe('?q=ada&since=2026-11-02'))
  await page.press('Clear filters')
  await until(() => expect(shown()).toContain('Next page </?after=2>'))
  expect([page.valueOf('Words'), page.valueOf('From')]).toEqual(['', ''])
})

it('an empty list that is filtered says so', async () => {
  const { page } = await drawList()
  expect(page.text()).toContain('No member yet.')
  await page.type('Role', 'look')
  await until(() => expect(page.text()).toContain('No record matches these filters.'))
  expect(page.text()).not.toContain('No member yet.')
  expect(page.text()).toContain('0 records on this page')
})

it('a next list that fails shows no old rows, and Retry ends the waiting', async () => {
  const calls = answerCalls(
    () => answer([member('Ada')]),
    () => answer({ error: 'Failed.', code: 'internal', request_id: 'req-8' }, 500),
    () => answer([member('Cleo')]),
  )
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('Ada'))
  await page.type('State', 'active')
  await until(() => expect(page.text()).toContain('Request req-8.'))
  expect(page.text()).not.toContain('Ada')
  expect(page.text()).not.toContain('A note')
  await page.press('Retry')
  await until(() => expect(page.text()).toContain('Cleo'))
  expect(page.text()).not.toContain('req-8')
  expect(calls.at(-1)?.path).toContain('state=active')
})

it('old rows stay, marked as busy, until the next ones come', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerCalls(
    () => answer([member('Ada')]),
    () => promise,
  )
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('Ada'))
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null
  expect(isBusy()).toBe(false)
  await page.type('State', 'active')
  await until(() => expect(isBusy()).toBe(true))
  expect(page.text()).toContain('Ada')
  resolve(answer([member('Cleo')]))
  await until(() => expect(page.text()).toContain('Cleo'))
  expect(isBusy()).toBe(false)
})

it.each([
  ['', null, '1 record on this page'],
  ['', 'n', '1 record on this page\nNext page </?after=n>'],
  ['after=m', null, '1 record on this page\nFirst page </>'],
  [
    'q=a&after=m&sort=-name',
    'n',
    '1 record on this page\nFirst page </?q=a&sort=-name>\nNext page </?q=a&after=n&sort=-name>',
  ],
])('the pages at %s, with the next page %s', async (search, next, lines) => {
  await drawForStaff(<Pager search={new URLSearchParams(search)} count={1} next={next} />)
  expect(shown()).toBe(lines)
})

it.each([
  ['sort', (page: Drawn) => page.press(/^Name/), '?state=active&sort=name'],
  ['filter', (page: Drawn) => page.type('Role', 'look'), '?state=active&role=look'],
])('on a later page, a new %s leads to the first page', async (_, change, first) => {
  const calls = answerCalls(() => answer([member('Ada')], 200, { link }))
  const { hook, searchHook } = memoryLocation({ path: '/', searchPath: 'state=active&after=9' })
  const page = await drawForStaff(
    <Router hook={hook} searchHook={searchHook}>
      {list}
    </Router>,
  )
  const asked = () => calls.at(-1)?.path.replace('/console/api/staff', '')
  await until(() => expect(page.text()).toContain('on this page'))
  expect(asked()).toBe('?state=active&after=9')
  await change(page)
  await until(() => expect(asked()).toBe(first))
})
type Drawn = Awaited<ReturnType<typeof drawForStaff>>

it('an unknown sort is none of the list, and a hidden filter is kept', async () => {
  const {
    page,
    paths,
    address,
    shown: outline,
  } = await openConsole('/people?person=7&after=x&sort=total&country=GB', {
    '/people?country=GB&after=x': [],
    '/people?country=GB&sort=created_at': [],
  })
  // An unknown sort is no sort of the list.
  expect(paths()).toContain('/people?country=GB&after=x')
  expect(outline()).toContain('First page </people?person=7&sort=total&country=GB>')
  await page.type('Country', 'FR')
  await leave('input[placeholder=GB]')
  await until(() => expect(address()).toBe('/people?person=7&sort=total&country=FR'))
})
