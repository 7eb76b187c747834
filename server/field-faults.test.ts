// Tests that the faults of a setting's or an action's values are sentences of the product, and none of the library
// that reads them.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { fieldFault } from '#platform/actions/fields.ts'
import { readSettings } from '#server/settings/settings.ts'
import { actions } from './actions.ts'

const foreign = /invalid|expected|received|too (big|small)/i

describe('the fields of an action', () => {
  const faultsOf = (input: z.ZodObject, given: unknown) =>
    input.safeParse(given, { error: fieldFault }).error?.issues.map(({ message }) => message) ?? []

  it.each(actions)('have sentences of their own: $name', ({ input }) => {
    const values = [undefined, 'profit', 7, 'x'.repeat(100_000), ['profit'], { text: 7 }]
    for (const value of values) {
      const given = Object.fromEntries(Object.keys(input.shape).map((name) => [name, value]))
      for (const fault of faultsOf(input, given)) {
        expect(fault).not.toMatch(foreign)
        expect(fault).toMatch(/^[A-Z].*\.$/)
      }
    }
  })

  it('name the values of a choice', () => {
    const report = actions.find(({ name }) => name === 'accounts report')
    const given = { report: 'profit', from: '2026-01', to: '2026-02' }
    expect(report && faultsOf(report.input, given)).toEqual([
      'This is sales, kilograms, people, stock, programmes or cohorts.',
    ])
  })
})

it('a setting with a choice names its values', () => {
  const env = { NODE_ENV: 'prod', CARD_PROVIDER: 'adyen', ALLOW_HTTP: 'yes' }
  expect(() => readSettings(env)).toThrow(/NODE_ENV: must be development, test or production$/m)
  expect(() => readSettings(env)).toThrow(/CARD_PROVIDER: must be sandbox or stripe$/m)
  expect(() => readSettings(env)).toThrow(/ALLOW_HTTP: must be 0 or 1$/m)
})
