// Tests which ids and names are reserved for the product's own programmes.
import { expect, it } from 'vitest'
import { resemblesOwnProgramme } from './own-programmes.ts'

it.each([
  ...[
    'welcome',
    'Welcome',
    'WELCOME',
    ' welcome ',
    'we1come',
    'welc0me',
    'wel-come',
    'w e l c o m e',
  ],
  ...[
    'Wélcome',
    'Ｗｅｌｃｏｍｅ',
    'wеlcоmе',
    'welcome!',
    'Welcome.',
    'welcome-2',
    '1welcome',
    'vvelcome',
  ],
  ...[
    'Refunds',
    'ref-unds',
    'refund5',
    'REFUNDЅ',
    'rewards',
    'Rewаrds',
    'rewarḋs',
    'r-e-w-a-r-d-s',
  ],
  ...[
    'goodwill',
    'g00dwill',
    'GOODWI1L',
    'good will',
    'Good-Will',
    'gооdwill',
    'Ꮃelcome',
    'goodwiŀl',
    ...['goodwiʟʟ', 'Goodwiłł', 'goodwiƚⱡ', 'goodwiɫɫ'],
  ],
  ...[
    'reward',
    'refund-eu',
    'rewards-plus',
    'Rewarded',
    'goodwill-x',
    'Welcome Bank',
    'welcome bonus',
    'Welcοme gift',
    'wеlcome_2026',
  ],
  ...['welcom', 'wellcome', 'Wlecome', 'rewrads', 'godwill', 'refnd', 'Welcom Bonus'],
])('%j is reserved', (text) => {
  expect(resemblesOwnProgramme(text)).toBe(true)
})

it.each([
  ...['wind', 'Green Bank', 'goodwin', 'Bank of Rewards', 'You are welcome', 'well-come-in', ''],
  ...['新规划银行基', 'Банк ветра', '12345678', 'refined', 'remedy'],
])('%j is free', (text) => {
  expect(resemblesOwnProgramme(text)).toBe(false)
})
