// Tests the figures and numbers of receipts and credit notes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxWithin } from './tax-amounts.ts'
import { creditNoteOf, documentNumber, numberInOrder } from './tax-document.ts'

describe('the tax in an amount', () => {
  it.each([
    [214, '20', 36],
    [100, '20', 17],
    [119, '19', 19],
    [1, '19', 0],
    [100, '8.1', 7],
    [100, '0', 0],
    [1_000_000_000, '25.5', 203_187_251],
    // Halves go to the even hundredth: 1.5 and 0.5 of the smallest unit.
    [14, '12', 2],
    [42, '12', 4],
    [4, '60', 2],
  ])('%d at %s percent has %d', (gross, rate, tax) => {
    expect(taxWithin(gross, rate)).toBe(tax)
  })

  it('is exact to half a unit, for every amount and rate', () => {
    const rates = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9_999 }))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), rates, (gross, [whole, fraction]) => {
        const rate = `${whole}.${String(fraction).padStart(4, '0')}`
        const tax = taxWithin(gross, rate)
        // In ten-thousandths of a percent: tax is gross x r / (1,000,000 + r).
        const r = BigInt(whole * 10_000 + fraction)
        const doubledError = 2n * (BigInt(tax) * (1_000_000n + r) - BigInt(gross) * r)
        const bound = 1_000_000n + r
        expect(doubledError <= bound && doubledError >= -bound).toBe(true)
        if (doubledError === bound || doubledError === -bound) expect(tax % 2).toBe(0)
      }),
    )
  })
})

describe('credit notes', () => {
  const receipt = (gross: number, rate: string) => ({
    ...{ purchaseId: 'p', day: '2026-03-31', country: 'GB', rate, currency: 'GBP' },
    ...{ grossMinor: gross, taxMinor: taxWithin(gross, rate) },
    ...{ creditedGrossMinor: 0, creditedTaxMinor: 0, creditedCardMinor: 0, zeroReason: null },
  })
  const sum = (grossMinor: number) => ({ grossMinor, cardMinor: grossMinor, part: null, kg: null })

  it('of a whole receipt add up to it, however it went back', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 8 })
    const rates = fc.constantFrom('0', '5.5', '19', '20', '25.5', '99.9999')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), rates, amounts, (gross, rate, parts) => {
        let current = receipt(gross, rate)
        let returned = 0
        for (const part of [...parts, gross]) {
          returned += part
          const note = creditNoteOf(current, sum(returned), '2026-04-01')
          if (note === null) continue
          expect(note.grossMinor).toBeGreaterThan(0)
          expect(note.taxMinor).toBeGreaterThanOrEqual(0)
          expect(note.taxMinor).toBeLessThanOrEqual(note.grossMinor)
          current = {
            ...current,
            creditedGrossMinor: current.creditedGrossMinor + note.grossMinor,
            creditedTaxMinor: current.creditedTaxMinor + note.taxMinor,
          }
        }
        expect([current.creditedGrossMinor, current.creditedTaxMinor]).toEqual([
          current.grossMinor,
          current.taxMinor,
        ])
        expect(creditNoteOf(current, sum(returned + 100), '2026-04-02')).toBeNull()
      }),
    )
  })

  it('say what goes back to the card, unless an earlier note of the receipt does not', () => {
    const mixed = { ...receipt(1_000, '20'), creditedGrossMinor: 400, creditedCardMinor: 300 }
    const all = { grossMinor: 900, cardMinor: 450, part: 2, kg: 33 }
    const note = creditNoteOf(mixed, all, '2026-04-01')
    expect(note).toMatchObject({ grossMinor: 500, returned: { part: 2, kg: 33, cardMinor: 150 } })
    const old = creditNoteOf({ ...mixed, creditedCardMinor: null }, all, '2026-04-01')
    expect(old).toMatchObject({ grossMinor: 500, returned: { part: 2, kg: 33, cardMinor: null } })
  })

  it('are never of a day before their receipt', () => {
    expect(creditNoteOf(receipt(100, '20'), sum(40), '2026-03-30')?.day).toBe('2026-03-31')
    expect(creditNoteOf(receipt(100, '20'), sum(40), '2026-04-30')).toMatchObject({
      ...{ kind: 'credit_note', day: '2026-04-30', grossMinor: 40, taxMinor: 7 },
    })
    expect(creditNoteOf(receipt(100, '20'), sum(0), '2026-04-30')).toBeNull()
  })
})

describe('numbers', () => {
  it.each([
    [{ series: 1, kind: 'receipt', year: 2026, sequence: 1 }, 'R-2026-000001'],
    [{ series: 1, kind: 'credit_note', year: 2026, sequence: 42 }, 'C-2026-000042'],
    [{ series: 2, kind: 'receipt', year: 2026, sequence: 1 }, 'R2-2026-000001'],
    [{ series: 1, kind: 'receipt', year: 2027, sequence: 1_000_000 }, 'R-2027-1000000'],
  ] as const)('of %j is %s', (place, number) => {
    expect(documentNumber(place)).toBe(number)
  })

  it('go on in the series of each kind and year', () => {
    const draft = (kind: 'receipt' | 'credit_note', day: string) => ({
      ...{ kind, day, purchaseId: 'p', country: 'GB', rate: '20', currency: 'GBP' },
      ...{ grossMinor: 100, taxMinor: 17, zeroReason: null, returned: null },
    })
    const days = ['2026-12-31', '2027-01-01', '2026-12-30', '2027-01-02'] as const
    const drafts = [...days.map((day) => draft('receipt', day)), draft('credit_note', '2026-12-31')]
    const numbered = numberInOrder(drafts, 3, (kind, year) =>
      kind === 'receipt' && year === 2026 ? 9 : 0,
    )
    expect(numbered.map(documentNumber)).toEqual([
      ...['R3-2026-000010', 'R3-2027-000001', 'R3-2026-000011', 'R3-2027-000002'],
      'C3-2026-000001',
    ])
  })
})
