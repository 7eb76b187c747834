// Tests the batches of a project at their first render: their number, which can be selected, and
// the texts of the others.
import { expect, it } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { markupOf } from '#web/test-markup.tsx'
import { BatchChoice } from './batch-choice.tsx'

const batch = (id: string, more: Partial<Batch> = {}): Batch => ({
  ...{ ...exampleBatch, id, price_per_kg: 0.0264, name: 'Vintage 2024', kg_available: 900 },
  ...{ serial_number: `GS-${id}`, ...more },
})

function drawn(batches: readonly Batch[], chosenId?: string) {
  const html = markupOf(
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

it('a sold-out or withdrawn one is listed with that text, and cannot be selected', () => {
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
  expect(labels[0]?.text).toMatch(/Vintage 2024£26\.40.*900.*£0\.0264.*GS-left/)
  expect(labels[1]?.text).toContain('Sold out')
  expect(labels[2]?.text).not.toContain('Sold out')
})

it('of many the first three and the selected one are shown; a fourth alone is shown too', () => {
  expect(drawn(many(4))).toMatchObject({ labels: { length: 4 }, hasMore: false })
  expect(drawn(many(5))).toMatchObject({ labels: { length: 3 }, hasMore: true })
  const { labels } = drawn(many(9), 'b7')
  expect(labels.map(({ text }) => /b\d$/.exec(text)?.[0])).toEqual(['b0', 'b1', 'b2', 'b7'])
})
