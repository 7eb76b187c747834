// The batches of a project as they are first drawn: how many, which can be chosen, and what is said of
// those that cannot.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Batch } from '#features/catalogue/contract.ts'
import { BatchChoice } from './batch-choice.tsx'

const batch = (id: string, more: Partial<Batch> = {}): Batch => ({
  ...{ id, project_id: 'one', price_per_kg: 0.0264, currency: 'GBP', vintage_year: 2024 },
  ...{ name: 'Vintage 2024', kg_available: 900, amount_kg: 1_000, serial_number: `GS-${id}` },
  ...{ is_offered: true, uncompared: false, ...more },
})

function drawn(batches: readonly Batch[], chosenId?: string) {
  const html = renderToStaticMarkup(
    <BatchChoice batches={batches} chosenId={chosenId} onChoose={() => undefined} />,
  )
  const labels = [...html.matchAll(/<label.*?<\/label>/g)].map(([label]) => ({
    text: label.replace(/<[^>]+>/g, ''),
    isDisabled: /<input[^>]* disabled=""/.test(label),
    isChosen: /<input[^>]* checked=""/.test(label),
  }))
  return { labels, hasMore: html.includes('<button') }
}
const many = (count: number) => Array.from({ length: count }, (_, place) => batch(`b${place}`))

it('one that is sold out or withdrawn is there, says so, and cannot be chosen', () => {
  const { labels } = drawn(
    [
      batch('left'),
      batch('gone', { kg_available: 0 }),
      batch('withdrawn', { kg_available: 0, is_offered: false }),
    ],
    'left',
  )
  expect(labels.map(({ isDisabled }) => isDisabled)).toEqual([false, true, true])
  expect(labels.map(({ isChosen }) => isChosen)).toEqual([true, false, false])
  expect(labels[0]?.text).toMatch(/Vintage 2024£0\.0264.*900.*£26\.40.*GS-left/)
  expect(labels[1]?.text).toContain('Sold out')
  expect(labels[2]?.text).not.toContain('Sold out')
})

it('of many the first three are shown, and whichever is chosen; one more than three is shown too', () => {
  expect(drawn(many(4))).toMatchObject({ labels: { length: 4 }, hasMore: false })
  expect(drawn(many(5))).toMatchObject({ labels: { length: 3 }, hasMore: true })
  const { labels } = drawn(many(9), 'b7')
  expect(labels.map(({ text }) => /b\d$/.exec(text)?.[0])).toEqual(['b0', 'b1', 'b2', 'b7'])
})
