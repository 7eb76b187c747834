// Tests the display of a loaded part in each of its states.
import type { UseQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
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
