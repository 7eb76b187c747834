// Tests the display of a loaded part in each of its states.
import { QueryClientProvider, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { FailedParts } from './failed-parts.tsx'
import { Loaded } from './loaded.tsx'

it.each([
  ['comes', {}, 'the skeleton'],
  ['is there', { data: 'thing' }, 'the thing'],
  ['is there and empty', { data: '' }, 'nothing'],
  ['was there when a refresh failed', { data: 'thing', isError: true }, 'the thing'],
  ['failed', { isError: true, errorUpdateCount: 1 }, 'the failure'],
  ['failed and is asked for again', { errorUpdateCount: 1, isFetching: true }, 'the failure'],
])('what %s', (_how, state, shown) => {
  const query = { isError: false, errorUpdateCount: 0, isFetching: false, ...state }
  const html = renderToStaticMarkup(
    // The fields of a query that it reads.
    <Loaded
      query={query as UseQueryResult<string>}
      skeleton={<i>the skeleton</i>}
      error="the failure"
    >
      {(data) => <b>{data === '' ? 'nothing' : `the ${data}`}</b>}
    </Loaded>,
  )
  const all = ['the skeleton', 'the thing', 'nothing', 'the failure']
  expect(all.filter((each) => html.includes(each))).toEqual([shown])
  expect(html.includes('<button')).toBe(shown === 'the failure')
})

const offline = 'You are offline. This loads by itself when the connection is back.'
const refused = () => new ApiError(new Response(null, { status: 500 }), {})
const unreached = () => new TypeError('Failed to fetch')

type PartProps = { name: string; answer: () => string }
function Part({ name, answer }: PartProps) {
  const query = useQuery({ queryKey: [name], queryFn: async () => answer(), retry: false })
  return (
    <Loaded query={query} skeleton={null} error={`Could not load ${name}.`}>
      {(data) => <>{data}</>}
    </Loaded>
  )
}
async function drawn(names: readonly string[], answer: () => string) {
  openPage()
  const client = newQueryClient()
  const page = await draw(
    <QueryClientProvider client={client}>
      <FailedParts gatheredMin={2}>
        {names.map((name) => (
          <Part key={name} {...{ name, answer }} />
        ))}
      </FailedParts>
    </QueryClientProvider>,
  )
  await until(() => expect(page.text()).toContain('Could not load'))
  return page
}

it.each([[['rewards']], [['rewards', 'boards']]])(
  'a call without an answer says that the user is offline, and loads when the connection returns: %j',
  async (names) => {
    let answer = () => {
      throw unreached()
    }
    const page = await drawn(names, () => answer())
    expect(page.text()).toContain(offline)
    answer = (() => 'loaded') as () => never
    // The cache only sees a connection that was lost return.
    for (const type of ['offline', 'online']) window.dispatchEvent(new window.Event(type))
    await until(() => expect(page.text()).toBe(names.map(() => 'loaded').join('')))
  },
)

it('a failure of the server is no missing connection, also after one', async () => {
  let problem = refused
  const page = await drawn(['rewards'], () => {
    throw problem()
  })
  expect(page.text()).not.toContain('offline')
  problem = unreached as () => never
  await page.press('Retry')
  await until(() => expect(page.text()).toContain(offline))
  problem = refused
  await page.press('Retry')
  await until(() => expect(page.text()).not.toContain(offline))
  expect(page.text()).toContain('Could not load rewards.')
})
