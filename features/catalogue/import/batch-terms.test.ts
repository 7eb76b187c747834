// Tests the options of an import of batches: what is read of good ones, and the sentence about each bad one.
import { expect, it } from 'vitest'
import { readBatchTerms, type StatedTerms } from './batch-terms.ts'

it('are read as they are, with the price in micros', () => {
  expect(readBatchTerms({})).toEqual({})
  const terms = {
    ...{ skipsKnown: true, skipsUnsellable: false, createsProjects: true, acceptsPrices: false },
    ...{ currency: 'TRY', uncompared: ['EXT', 'PURO'], ignoredColumns: ['Shelf'] },
  }
  expect(readBatchTerms({ ...terms, price: '0.0243' })).toEqual({ ...terms, priceMicros: 24_300 })
  expect(readBatchTerms({ ...terms, price: undefined })).toEqual(terms)
})

it.each<[StatedTerms, string]>([
  [{ ignoredColumns: ['Shelf', ' '] }, 'ignore-column is empty'],
  [{ uncompared: ['EXT', ''] }, 'uncompared is empty'],
  [{ uncompared: ['EXT', 'VCS'] }, 'uncompared: serials of VCS are always compared'],
  [{ uncompared: ['Verra'] }, 'uncompared: Verra resembles VCS, which is compared'],
  [{ price: '0,02' }, 'price: 0,02 has a decimal comma, write it as 0.02'],
  [{ price: '0.0000001' }, 'price: is no price with at most 6 decimals'],
  [{ price: '0' }, 'price: must be above 0'],
  [{ currency: 'JPY' }, 'currency: JPY is not sold in'],
  [{ currency: 'JPY', price: 'x' }, 'price: is no price with at most 6 decimals'],
])('%j are refused', (terms, sentence) => {
  const { option, fault } = { option: '', fault: '', ...readBatchTerms(terms) }
  expect(`${option}${fault}`).toBe(sentence)
})
