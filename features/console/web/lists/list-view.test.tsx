// Tests the states of a list.
import { expect, it } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, memberSource } from '../test-console-page.tsx'
import type { Column } from './list-table.tsx'
import { ListView } from './list-view.tsx'

type Row = { readonly id: string; readonly name: string; readonly email: string }
const columns: readonly Column<Row>[] = [
  { id: 'name', name: 'Name', cell: ({ name }) => name, isSortable: true },
  { id: 'email', name: 'Email', cell: ({ email }) => email },
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
    columns={columns}
    keyOf={({ id }) => id}
    empty="No member yet."
  />
)

it('rows come in the order of the server, which sorts the whole list by a pressed column', async () => {
  const link = '</console/api/staff?limit=50&after=2>; rel="next"'
  const calls = answerCalls(() => answer([member('Cleo'), member('Ada')], 200, { link }))
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('Cleo'))
  expect(page.text().indexOf('Cleo')).toBeLessThan(page.text().indexOf('Ada'))
  expect(page.text()).toContain('2 records on this page')
  expect(page.text()).toContain('Next page')
  expect(page.offers('Email')).toBe(0)
  const sorts = ['name', '-name']
  for (const sort of sorts) {
    await page.press(/^Name/)
    await until(() => {
      const { path = '' } = calls.at(-1) ?? {}
      expect(new URL(path, 'https://console.example').searchParams.get('sort')).toBe(sort)
    })
  }
})

it('an empty list has its own words and no other page', async () => {
  answerCalls(() => answer([]))
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('No member yet.'))
  expect(page.text()).not.toContain('page of')
})

it('a refusal names the role that the page needs', async () => {
  answerCalls(() => answer({ error: 'Not allowed.', code: 'forbidden' }, 403))
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('It needs the role admin. You have: support.'))
})

it('a failure has the id of the request, and Retry loads the list', async () => {
  const failure = { error: 'Failed.', code: 'internal', request_id: 'req-7' }
  answerCalls(
    () => answer(failure, 500),
    () => answer([member('Ada')]),
  )
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('The server failed. Request req-7.'))
  await page.press('Retry')
  await until(() => expect(page.text()).toContain('Ada'))
})

it('without a connection the list says so', async () => {
  answerCalls()
  const page = await drawForStaff(list)
  await until(() => expect(page.text()).toContain('No connection'))
})

it('a filter that was cleared leaves an empty field', async () => {
  const calls = answerCalls(() => answer([member('Ada')]))
  const page = await drawForStaff(
    <ListView
      name="Members"
      part="staff"
      source={memberSource}
      filters={[{ name: 'q', label: 'Name or email', kind: 'text' }]}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No member yet."
    />,
  )
  await page.type('Name or email', 'Ada')
  await page.submit()
  await until(() => expect(calls.at(-1)?.path).toContain('q=Ada'))
  await page.press('Clear filters')
  await until(() => expect(page.valueOf('Name or email')).toBe(''))
})
