// Tests that the record of processing is current, that each part has its words, and that documents name the periods of
// the code.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { prefixesKept } from '#features/messages/limits/code-prefixes.ts'
import { codesKept } from '#features/messages/outbox.ts'
import { outcomesKept } from '#features/messages/webhooks/answer-queries.ts'
import { unconfirmedKept } from '#features/plans/plans-queries.ts'
import { benefitsKept } from '#features/sign-in/number/sign-up-benefits.ts'
import { eventsKept } from '#platform/database/audit/provider-events.ts'
import { type Period, periodText } from '#platform/database/period.ts'
import { repeatsKept } from '#platform/database/tidy.ts'
import { nonceLifeSeconds } from '#platform/http/guard/request-signature.ts'
import { openNumberKeys } from '#platform/keys.ts'
import { ownDataParts } from './own-data-parts.ts'
import { recordOfProcessing } from './record-of-processing.ts'

const parts = ownDataParts(openNumberKeys(Buffer.alloc(32)))

describe('the record of processing', () => {
  it('is current', () => {
    expect(readFileSync('docs/record-of-processing.md', 'utf8')).toBe(recordOfProcessing(parts))
  })

  it('has each part once, and refuses one without its words', () => {
    const titles = parts.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    const [first] = parts
    if (first === undefined) throw new Error('no parts')
    for (const lack of [{ data: ' ' }, { purpose: '' }, { retention: [] }]) {
      const silent = { ...first, processing: { ...first.processing, ...lack } }
      expect(() => recordOfProcessing([silent])).toThrow(first.title)
    }
  })
})

describe('the retention in docs/product.md', () => {
  /** The periods of each row that names one. */
  const periods: Readonly<Record<string, readonly Period[]>> = {
    'codes in the outbox': [codesKept],
    nonces: [{ count: nonceLifeSeconds, unit: 'seconds' }],
    'idempotency keys, provider events, statistics of ranges': [
      repeatsKept,
      eventsKept,
      prefixesKept,
    ],
    'statuses of SMS': [outcomesKept],
    'plans that were not confirmed': [unconfirmedKept],
    'sign-up benefits of a number': [benefitsKept],
  }

  it('names the periods of the code', () => {
    const [, section = ''] = readFileSync('docs/product.md', 'utf8').split('\n## Retention\n')
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.+) \| (.+) \|$/gm)]
      .map(([, kept = '', until = '']) => [kept, until] as const)
      .filter(([, until]) => /\d/.test(until))
    expect(rows.length).toBe(Object.keys(periods).length)
    for (const [kept, until] of rows) {
      const expected = periods[kept]?.map(periodText) ?? []
      expect([kept, [...new Set(expected)]]).toEqual([kept, [until]])
    }
  })
})
