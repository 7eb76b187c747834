// Tests that a line of the log identifies an error and a person, and contains no text of either.
import { expect, it } from 'vitest'
import { openLog, passportHash } from '#platform/logger.ts'

const lines: string[] = []
const log = openLog('info', { write: (line) => void lines.push(line) })

it('an error is logged by its kind, its code and its place, without its message', () => {
  const error = Object.assign(new RangeError('of +447400123456'), { code: '23505' })
  log.warn('it failed', { error })
  const line = lines.at(-1) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    ...{ msg: 'it failed', error: 'RangeError', error_code: '23505' },
    at: expect.arrayContaining([expect.stringContaining('logger.test.ts')]),
  })
  expect(line).not.toContain('447400123456')
})

it('the code of a nested cause is logged, as of a fetch that failed', () => {
  const refused = Object.assign(new Error('to +447400123456'), { code: 'ECONNREFUSED' })
  const error = new TypeError('fetch failed', { cause: new AggregateError([refused], '') })
  log.warn('exchange rates not refreshed', { error })
  const line = lines.at(-1) ?? ''
  expect(JSON.parse(line)).toMatchObject({ error: 'TypeError', error_code: 'ECONNREFUSED' })
  expect(line).not.toContain('447400123456')
})

it("the lines of a person are recognisable, without the person's id", () => {
  const [one, other] = [
    '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10',
    '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d11',
  ]
  expect(passportHash(one)).toMatch(/^[0-9a-f]{12}$/)
  expect(passportHash(one)).toBe(passportHash(one))
  expect(passportHash(one)).not.toBe(passportHash(other))
  expect(one).not.toContain(passportHash(one))
})
