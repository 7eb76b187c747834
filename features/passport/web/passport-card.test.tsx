// The passport's card as it is first drawn: each figure under its own name.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { qrPath } from '#values/qr-path.ts'
import { type CardData, PassportCard } from './passport-card.tsx'

const whole: CardData = {
  ...{ id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10', phone: '+447700900123', language: 'en' },
  ...{ firstName: null, lastName: null, nickname: 'Sam', hide_from_leaderboards: false },
  ...{ country: 'GB', currency: 'GBP', symbol: '£', updated: '2026-11-20T09:30:00.000Z' },
  ...{ total_offsets: 100, retired_kg: 0, eco_score: 35 },
  ...{ eco_league: 'bronze', offset_league: 'silver' },
}

/** What stands beneath each name, without the drawings. */
function fieldsOf(card: CardData, isPart = false): Record<string, string> {
  const html = renderToStaticMarkup(<PassportCard passport={card} isPart={isPart} />)
  const fields = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
  return Object.fromEntries(
    fields.map(([, name = '', value = '']) => [name, value.replace(/<[^>]+>/g, '')]),
  )
}

it('holds the holder, the kilograms, both leagues, the score, the country and the day', () => {
  expect(fieldsOf(whole)).toEqual({
    Holder: 'Sam',
    'Total offsets': '100 kg CO2',
    'Offset league': 'Silver',
    'Eco league': 'Bronze',
    'Eco score': '35',
    Country: 'United Kingdom',
    Updated: 'Nov 20, 2026',
  })
})

it.each([
  ['a nickname goes before a name', { nickname: 'Sam', firstName: 'Ada', lastName: 'King' }, 'Sam'],
  [
    'else the name stands there',
    { nickname: null, firstName: 'Ada', lastName: 'King' },
    'Ada King',
  ],
  ['else a member', { nickname: null, firstName: null, lastName: null }, 'Member'],
])('%s', (_what, names, holder) => {
  expect(fieldsOf({ ...whole, ...names }).Holder).toBe(holder)
})

it('without a network it leaves out what is not kept, and keeps its place where that is on its way', () => {
  const { id, total_offsets, eco_league, offset_league } = whole
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
})

it('its QR code is of the passport’s id', () => {
  const html = renderToStaticMarkup(<PassportCard passport={whole} />)
  expect(html).toContain(`<path d="${qrPath(whole.id).path}"`)
})
