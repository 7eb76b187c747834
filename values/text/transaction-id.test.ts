// Tests the id of a purchase as people type, paste and dictate it.
import { expect, it } from 'vitest'
import { idsOfStatement, newTransactionId, readTransactionId } from './transaction-id.ts'

it.each([
  'CP-7K2M-9QXF-4HJD',
  'cp-7k2m-9qxf-4hjd',
  ' CP 7K2M 9QXF 4HJD ',
  'CP7K2M9QXF4HJD',
  'cp–7k2m—9qxf‑4hjd',
  'ＣＰ-７Ｋ２Ｍ-9QXF-4HJD',
  'CP-٧K٢M-٩QXF-४HJD',
])('%j is one id', (text) => {
  expect(readTransactionId(text)).toBe('CP-7K2M-9QXF-4HJD')
})

it.each([
  '',
  'CP',
  'CP-7K2M-9QXF',
  'CP-7K2M-9QXF-4HJDX',
  'XX-7K2M-9QXF-4HJD',
  'CP-7K2M-9QXF-4H\0D',
])('%j is no id', (text) => {
  expect(readTransactionId(text)).toBeNull()
})

it('a new one is read as it is', () => {
  const id = newTransactionId()
  expect(readTransactionId(id)).toBe(id)
})

it.each(['CP7K2M9QXF', 'cp7k2m9qxf', 'CP-7K2M-9QXF', '* CP7K2M9QXF'])(
  '%j of a statement is the beginning of an id',
  (text) => {
    expect(idsOfStatement(text)).toEqual(['CP-7K2M-9QXF-2222', 'CP-7K2M-9QXF-ZZZZ'])
  },
)

it.each(['', 'CP7K2M9QX', 'CP7K2M9QXF4HJD', '7K2M9QXF'])('%j begins no id', (text) => {
  expect(idsOfStatement(text)).toBeNull()
})
