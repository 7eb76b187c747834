// Tests that staff take exchange rates into use: old and new values first, and never a jump without a yes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  dailyFile,
  type RatesServer,
  startRatesServer,
} from '#tests/support/servers/rates-server.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readRates } from './rates.ts'

let bank: RatesServer
let test: TestApp
let staffConsole: TestConsole
let money: StaffClient
beforeAll(async () => {
  bank = await startRatesServer()
  test = await startTestApp({ RATES_PROVIDER: 'ecb', RATES_URL: bank.url })
  staffConsole = await startTestConsole(test)
  money = await staffConsole.signIn('money')
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
  bank.close()
})

const fileOf = (text: string) => ({ file: { name: 'eurofxref.xml', text } })
const dollar = async () => (await readRates(test.services.db)).unitsPerEur.get('USD')
const rates = { USD: '1.1700', GBP: '0.87100', TRY: '52.3000' }

describe('rates of a file', () => {
  it('are shown old and new, and taken as shown', async () => {
    const input = fileOf(dailyFile('2026-04-14', rates))
    const bundled = await readRates(test.services.db)
    const preview = await money.act('rates import', input, { preview: true })
    expect(preview.body.figures).toEqual([
      { label: 'Day of the rates in force', before: '2026-04-13', after: '2026-04-14' },
      { label: 'Rates that are new or differ', before: null, after: '4' },
      ...['GBP', 'TRY', 'USD'].map((code) => ({
        label: `1 EUR in ${code}`,
        before: bundled.unitsPerEur.get(code),
        after: rates[code as keyof typeof rates],
      })),
    ])
    expect(preview.body.rows ?? []).toEqual([])
    expect(await dollar()).toBe('1.1684')
    const { digest } = preview.body
    expect((await money.act('rates import', input, { digest })).status).toBe(200)
    expect(await dollar()).toBe('1.1700')
  })

  it('that jump need a yes', async () => {
    const input = fileOf(dailyFile('2026-04-15', { ...rates, USD: '1.5000' }))
    const preview = await money.act('rates import', input, { preview: true })
    expect(preview.body).toMatchObject({
      refusal: 'The rates are not taken. If they are right, choose “Accept a jump”.',
      figures: [{ label: 'Rates refused', before: null, after: '1' }],
      rows: [{ line: null, outcome: 'refused', subject: '', text: expect.stringContaining('USD') }],
    })
    expect((await money.act('rates import', input)).body.reason_code).toBe('file_refused')
    expect(await dollar()).toBe('1.1700')
    const yes = { ...input, accept_jump: true }
    expect((await money.act('rates import', yes)).status).toBe(200)
    expect(await dollar()).toBe('1.5000')
  })

  it('leave out a currency that no user has and that jumps, and say so', async () => {
    const input = fileOf(dailyFile('2026-04-15', { ...rates, USD: '1.5000', ISK: '190.5' }))
    const { body } = await money.act('rates import', input, { preview: true })
    expect([body.refusal, body.figures, body.rows]).toEqual([
      undefined,
      [
        { label: 'Day of the rates in force', before: '2026-04-15', after: '2026-04-15' },
        { label: 'Rates that are new or differ', before: null, after: '0' },
        { label: 'Rates left out', before: null, after: '1' },
      ],
      [
        {
          ...{ line: null, outcome: 'left_out', subject: '' },
          text: '2026-04-15: ISK went from 143.20 to 190.5 for a euro.',
        },
      ],
    ])
  })

  it('of a later day than today are refused, and no yes takes them', async () => {
    const input = { ...fileOf(dailyFile('2999-01-01', rates)), accept_jump: true }
    const { body } = await money.act('rates import', input, { preview: true })
    expect(body.refusal).toBe('The rates are not taken.')
    expect((await money.act('rates import', input)).status).toBe(409)
    expect(await dollar()).toBe('1.5000')
  })

  it.each([
    ['', 'eurofxref.xml: '],
    ['registry,external_id\nGS,GS1\n', 'eurofxref.xml: '],
    ['\uFEFFDate;USD\n2026-04-14;1.2\n', 'eurofxref.xml: Line 1: '],
  ])('are no rates: %j', async (text, sentence) => {
    const { status, body } = await money.act('rates import', fileOf(text))
    expect([status, body.reason_code]).toEqual([409, 'unreadable_file'])
    expect(body.error).toContain(sentence)
  })
})

describe('rates of the provider', () => {
  it('are taken, and its silence changes nothing', async () => {
    bank.say({ body: dailyFile('2026-04-16', { ...rates, USD: '1.4900' }) })
    expect((await money.act('rates refresh', {}, { preview: true })).status).toBe(200)
    expect(await dollar()).toBe('1.5000')
    expect((await money.act('rates refresh', {})).status).toBe(200)
    expect(await dollar()).toBe('1.4900')
    bank.say({ body: 'no rates' })
    const silent = await money.act('rates refresh', {})
    expect([silent.status, silent.body.reason_code]).toEqual([409, 'no_answer'])
    expect(silent.body.error).toContain(
      'The provider of exchange rates does not answer now. Please try again later.',
    )
    // Those that jump need a yes here too.
    bank.say({ body: dailyFile('2026-04-17', { ...rates, USD: '1.9000' }) })
    const jump = await money.act('rates refresh', {}, { preview: true })
    expect(jump.body.refusal).toContain('choose “Accept a jump”')
    expect((await money.act('rates refresh', {})).status).toBe(409)
    expect(await dollar()).toBe('1.4900')
    expect((await money.act('rates refresh', { accept_jump: true })).status).toBe(200)
    expect(await dollar()).toBe('1.9000')
  })
})
