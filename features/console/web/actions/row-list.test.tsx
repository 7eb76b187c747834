// Tests the list of a file's rows: pages, the choice of an outcome, and old and new values.
import { expect, it } from 'vitest'
import type { ShownRow } from '#features/staff/staff-calls.ts'
import { drawForStaff } from '../test-console-page.tsx'
import { RowList } from './row-list.tsx'

const rowsOf = (count: number, outcome: ShownRow['outcome']): ShownRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ line: index + 2, outcome },
    subject: `${outcome}-${index}`,
  }))

it('a row shows its line, its outcome, why, and old and new values', async () => {
  const changes = [{ label: 'Price', before: '0.02 GBP', after: '0.03 GBP' }]
  const page = await drawForStaff(
    <RowList
      rows={[
        { line: 7, outcome: 'refused', subject: 'GS1-5', text: 'it spans 5 tonnes' },
        { line: 8, outcome: 'changed', subject: 'GS1-6', changes },
      ]}
    />,
  )
  expect(page.text()).toContain('RefusedLine 7GS1-5it spans 5 tonnes')
  expect(page.text()).toContain('ChangedLine 8GS1-6Price: 0.02 GBP →  becomes 0.03 GBP')
})

it('thousands of rows are shown in pages', async () => {
  const page = await drawForStaff(<RowList rows={rowsOf(1_234, 'new')} />)
  expect(page.text()).toContain('1 to 50 of 1,234')
  expect(page.text()).not.toContain('new-50')
  expect([page.offers('Previous rows'), page.offers('Next rows')]).toEqual([0, 1])
  await page.press('Next rows')
  expect(page.text()).toContain('51 to 100 of 1,234')
  expect(page.text()).toContain('new-50')
  await page.press('Next rows')
  await page.press('Previous rows')
  expect(page.text()).toContain('51 to 100 of 1,234')
  for (let pages = 2; pages < 25; pages += 1) await page.press('Next rows')
  expect(page.text()).toContain('1,201 to 1,234 of 1,234')
  expect([page.offers('Previous rows'), page.offers('Next rows')]).toEqual([1, 0])
  expect(document.querySelectorAll('li')).toHaveLength(34)
})

it.each([
  [50, 0],
  [51, 1],
])('%i rows of one outcome have %i further pages, and no choice', async (count, further) => {
  const page = await drawForStaff(<RowList rows={rowsOf(count, 'new')} />)
  expect(document.querySelectorAll('li')).toHaveLength(50)
  expect([page.offers('Next rows'), page.offers(/^All /)]).toEqual([further, 0])
})

it('one outcome can be chosen, from its first row on', async () => {
  const rows = [...rowsOf(2, 'refused'), ...rowsOf(120, 'unchanged')]
  const page = await drawForStaff(<RowList rows={rows} />)
  const choices = () =>
    [...document.querySelectorAll('[aria-pressed]')].map((each) => [
      each.textContent,
      each.getAttribute('aria-pressed') === 'true',
    ])
  expect(choices()).toEqual([
    ...[
      ['All 122', true],
      ['Refused 2', false],
      ['Unchanged 120', false],
    ],
  ])
  await page.press('Next rows')
  await page.press('Refused 2')
  expect(choices().map(([, isChosen]) => isChosen)).toEqual([false, true, false])
  expect(page.text()).toContain('refused-0')
  expect(page.text()).not.toContain('unchanged-0')
  expect(page.offers('Next rows')).toBe(0)
  await page.press('Unchanged 120')
  expect(page.text()).toContain('1 to 50 of 120')
  await page.press('All 122')
  expect(page.text()).toContain('1 to 50 of 122')
})
