// Tests the passport's card at its first render: each figure under its own name.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { cardDataOf } from '#values/card-data.ts'
import { qrPath } from '#values/drawing/qr-path.ts'
import { cardOf } from '#values/shown-card.ts'
import { ada } from '#web/test-person.ts'
import { machineReadableZone } from './machine-readable-zone.ts'
import { type CardData, PassportCard } from './passport-card.tsx'

/** Returns the text beneath each name, without the drawings. */
function fieldsOf(card: CardData, isPart = false): Record<string, string> {
  const html = renderToStaticMarkup(<PassportCard passport={card} isPart={isPart} />)
  const fields = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
  return Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replace(/<[^>]+>/g, '')]),
  )
}

it('holds the holder, the kilograms, both leagues, the score, the country and the day', () => {
  expect(fieldsOf(ada)).toEqual({
    Holder: 'Ada King',
    'Total offsets': '120 kg CO2',
    'Offset league': 'Silver',
    'Eco league': 'Bronze',
    'Eco score': '35',
    Country: 'United Kingdom',
    Updated: 'Nov 20, 2026',
  })
})

it.each([
  [
    'the holder’s name goes before a nickname',
    { holder_name: 'Ada Lovelace', nickname: 'Sam', firstName: 'Ada', lastName: 'King' },
    'Ada Lovelace',
  ],
  ['a nickname goes before a name', { nickname: 'Sam', firstName: 'Ada', lastName: 'King' }, 'Sam'],
  [
    'else the name stands there',
    { nickname: null, firstName: 'Ada', lastName: 'King' },
    'Ada King',
  ],
  ['else a member', { nickname: null, firstName: null, lastName: null }, 'Member'],
])('%s', (_what, names, holder) => {
  expect(fieldsOf({ ...ada, ...names }).Holder).toBe(holder)
})

it('without a network it omits values that are not kept, and keeps their place while they load', () => {
  const { id, total_offsets, eco_league, offset_league } = ada
  const kept = { id, total_offsets, eco_league, offset_league } as const
  expect(Object.keys(fieldsOf(kept))).toEqual([
    'Holder',
    'Total offsets',
    'Offset league',
    'Eco league',
  ])
  expect(fieldsOf(kept, true)).toMatchObject({
    Holder: '…',
    'Eco score': '…',
    Country: '…',
    Updated: '…',
  })
  expect(fieldsOf(ada, true).Holder).toBe('Ada King')
  expect(fieldsOf({ ...ada, firstName: null, lastName: null }, true).Holder).toBe('Member')
})

it('the stored card shows its date at once, and waits for the holder only while it loads', () => {
  const stored = cardDataOf(cardOf(ada))
  expect(fieldsOf(stored, true)).toMatchObject({ Holder: '…', Updated: 'Nov 20, 2026' })
  expect(fieldsOf(stored)).toMatchObject({ Holder: 'Member', Updated: 'Nov 20, 2026' })
})

it('its QR code is of the passport’s id', () => {
  const html = renderToStaticMarkup(<PassportCard passport={ada} />)
  expect(html).toContain(`<path d="${qrPath(ada.id).path}"`)
})

it.each([
  ['of its names', {}, 'Ada King'],
  ['of its nickname', { nickname: 'Sam' }, 'Sam'],
  ['of no name', { firstName: null, lastName: null }, undefined],
  ['of one name', { firstName: null }, 'King'],
])('its machine-readable zone is of the same card, %s', (_, own, name) => {
  const card = { ...ada, ...own }
  const html = renderToStaticMarkup(<PassportCard passport={card} />)
  const lines = machineReadableZone({ ...card, name })
    .join('\n')
    .replaceAll('<', '&lt;')
  expect(html).toContain(`<p class="whitespace-pre">${lines}</p>`)
})

it('large figures are grouped, and a stored card without a score has no field for it', () => {
  const card = { ...ada, total_offsets: 1_234_567, eco_score: 2_345 }
  expect(fieldsOf(card)).toMatchObject({
    'Total offsets': '1,234,567 kg CO2',
    'Eco score': '2,345',
  })
  const { eco_score: _, ...kept } = ada
  expect(Object.keys(fieldsOf(kept))).not.toContain('Eco score')
  expect(fieldsOf({ ...ada, eco_score: 0 })['Eco score']).toBe('0')
  const { country: __, ...abroad } = ada
  expect(Object.keys(fieldsOf(abroad))).toContain('Updated')
  expect(Object.keys(fieldsOf(abroad))).not.toContain('Country')
})
