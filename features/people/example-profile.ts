// Declares the example profile of the API description.

export const examplePhone = '+447400123456'

export const exampleProfile = {
  id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10',
  firstName: null,
  lastName: null,
  phone: examplePhone,
  country: 'GB',
  currency: 'GBP',
  symbol: '£',
  total_offsets: 100,
  retired_kg: 0,
  eco_score: 35,
  eco_league: 'bronze',
  offset_league: 'silver',
  nickname: 'Sam',
  hide_from_leaderboards: false,
  language: 'en',
  updated: '2026-11-20T09:30:00.000Z',
}
