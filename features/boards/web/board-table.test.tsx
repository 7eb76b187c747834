// Tests a board at its first render: medals, the user's own row, and free places.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import type { BoardRow } from '../boards-calls.ts'
import { BoardTable } from './board-table.tsx'

const row = (rank: number, score: number, more: Partial<BoardRow> = {}): BoardRow => {
  return { rank, score, name: `Member ${rank}`, isMe: false, ...more }
}

/** Returns the text and the foil of each row. */
function rowsOf(rows: readonly BoardRow[], kind: 'eco' | 'offsets' = 'eco', size = 5) {
  const html = renderToStaticMarkup(
    <BoardTable kind={kind} caption="A board" rows={rows} size={size} />,
  )
  const body = html.slice(html.indexOf('<tbody>'))
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, cells = '']) => ({
    text: cells
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, '|')
      .replace(/\|+/g, '|'),
    foil: /--foil-(\w+)\)/.exec(cells)?.[1],
  }))
}

it('the first three ranks have gold, silver and bronze, equal ranks the same, others none', () => {
  const rows = rowsOf([row(1, 90), row(2, 80), row(2, 80), row(3, 70), row(5, 60)])
  expect(rows.map(({ foil }) => foil)).toEqual(['gold', 'silver', 'silver', 'bronze', undefined])
})

it('a score of zero gets no medal', () => {
  expect(rowsOf([row(1, 0)])[0]?.foil).toBeUndefined()
})

it('the user’s row is marked, kilograms have their unit, and free places are counted once', () => {
  const rows = rowsOf([row(1, 1_200), row(2, 3, { isMe: true })], 'offsets')
  expect(rows.map(({ text }) => text)).toEqual([
    '|1|Member 1|1,200 kg|',
    '|2|Member 2|You|3 kg|',
    '|–|3 open places|–|',
    '|–|–|–|',
    '|–|–|–|',
  ])
  expect(rowsOf([row(1, 1_200)])[0]?.text).toBe('|1|Member 1|1,200|')
  const headings = (['eco', 'offsets'] as const).map((kind) => {
    const html = renderToStaticMarkup(<BoardTable kind={kind} caption="" rows={[]} size={1} />)
    return [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].at(-1)?.[1]
  })
  expect(headings).toEqual(['Score', 'Offsets'])
})

it('a user without a name is a member in the language of the page, and no other name is changed', () => {
  const member = vi.spyOn(texts, 'passport_member').mockReturnValue('Mitglied')
  const names = ['Member 0042', 'Member 42', 'My Member 1234', 'Member 12345']
  const rows = rowsOf(names.map((name) => row(4, 9, { name })))
  member.mockRestore()
  expect(rows.slice(0, 4).map(({ text }) => text.split('|')[2])).toEqual([
    ...['Mitglied 0042', 'Member 42', 'My Member 1234', 'Member 12345'],
  ])
})

it('rings of names follow the first paint, one after another', async () => {
  openPage()
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('cancelAnimationFrame', (timer: NodeJS.Timeout) => clearTimeout(timer))
  const table = <BoardTable kind="eco" caption="A board" rows={[row(1, 9), row(2, 3)]} size={2} />
  const page = await draw(table)
  const ringsOf = () => document.querySelectorAll('tbody svg g').length
  expect(ringsOf()).toBe(0)
  await pass(10)
  expect(ringsOf()).toBe(1)
  await pass(20)
  expect(ringsOf()).toBe(2)
  expect(document.querySelectorAll('tbody svg path')).toHaveLength(18)
  await page.close()
})
