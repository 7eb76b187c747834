// Tests the search that searches everything.
import { expect, it } from 'vitest'
import type { Hit } from '#features/console/search/search-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff } from '../test-console-page.tsx'
import { groupHits } from './group-hits.ts'
import { SearchField } from './search-field.tsx'

const hit = (kind: Hit['kind'], id: string): Hit => ({ kind, id, title: id, detail: 'x' })
const hits = [hit('person', 'Ada'), hit('purchase', 'CP-1'), hit('person', 'Bob')]

it('hits are grouped by kind, in the order of the best hit of each', () => {
  const groups = groupHits(hits).map(({ name, hits }) => [name, hits.map(({ id }) => id)])
  expect(groups).toEqual([
    ['People', ['Ada', 'Bob']],
    ['Purchases', ['CP-1']],
  ])
})

it('the hits of the typed text are shown, and their number is announced', async () => {
  const calls = answerCalls(() => answer(hits))
  const page = await drawForStaff(<SearchField />)
  await page.type('Search everything', '07700 900101')
  await until(() => expect(page.text()).toContain('3 hits'))
  expect(page.text()).toContain('PeopleAdaxBobxPurchasesCP-1x')
  expect(calls.map(({ path }) => path)).toEqual(['/console/api/search?q=07700+900101'])
})

it('a search without hits says what to search by', async () => {
  answerCalls(() => answer([]))
  const page = await drawForStaff(<SearchField />)
  await page.type('Search everything', 'zzz')
  await until(() => expect(page.text()).toContain('No hits. Search by phone number'))
})
