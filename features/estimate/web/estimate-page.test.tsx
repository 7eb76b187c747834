// Tests the page of the estimate: its questions, their errors, the result, and that it asks the server nothing.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { countryFigures } from '#values/lists/estimate-factors.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { keep, readKept } from '#web/storage/browser-store.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { EstimatePage } from './estimate-page.tsx'

let requests: string[]

beforeEach(() => {
  openPage()
  requests = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({})
  })
})
afterEach(() => act(async () => signOut()))

const answers = {
  ...{ heating: 'gas', heatingAmount: 11_500, electricityKwh: 2_700, people: 2 },
  ...{ car: 'petrol', carKm: 150, shortFlights: 2, mediumFlights: 0, longFlights: 1 },
  ...{ diet: 'medium', country: 'GB' },
}

async function openEstimate(country = 'GB', kept?: unknown) {
  await openSession({ ...ada, country }, terminal)
  if (kept !== undefined) await keep('estimate', kept)
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <EstimatePage />
    </QueryClientProvider>,
  )
  await until(() => page.text().includes('Estimate my year'))
  requests = []
  return page
}

it('five answers give the estimate, which is kept and never sent', async () => {
  const page = await openEstimate()
  await page.tick('Gas')
  await page.type('Gas in kWh a year', '11,500')
  await page.type('Electricity in kWh a year', '2700')
  await page.type('People in your home', '2')
  await page.tick('Petrol')
  await page.type('Kilometres by car a week', '150')
  await page.type(/^Short:/, '2')
  await page.type(/^Long:/, '1')
  await page.tick('50 to 99 g of meat a day')
  await page.submit()
  await until(() => page.text().includes('About 11,127 kg of CO2e a year'))
  expect(page.text()).toContain('Goods, services, public sector3,358 kg')
  const bars = [...document.querySelectorAll('path.fill-moss')].map((bar) => bar.getAttribute('d'))
  const ends = bars.map((path) => Number(/^M0 0H([\d.]+)V2H0Z$/.exec(path ?? '')?.[1]))
  expect(ends.at(-1)).toBeCloseTo((3_358 / 11_127) * 100, 1)
  expect(ends.reduce((sum, end) => sum + end, 0)).toBeCloseTo(100, 1)
  await until(async () => (await readKept('estimate')) !== undefined)
  expect(await readKept('estimate')).toEqual({ passportId: ada.id, yearKg: 11_127, answers })
  expect(requests).toEqual([])
})

it('missing and wrong answers are named, and no estimate is made', async () => {
  const page = await openEstimate()
  await page.submit()
  const text = page.text()
  expect(text.match(/Please choose one\./g)).toHaveLength(3)
  expect(text.match(/Enter a whole number/g)).toHaveLength(2)
  await page.tick('Electric')
  await page.type('People in your home', '0')
  await page.type('Kilometres by car a week', '1.5')
  await page.submit()
  expect(page.text()).toContain('Enter a whole number from 1 to 20.')
  expect(page.text()).toContain('Enter a whole number from 0 to 10,000.')
  expect(page.text()).not.toContain('Your estimate')
  expect(await readKept('estimate')).toBeUndefined()
})

it('the fields follow the answers: no amount without a fuel, no distance without a car', async () => {
  const page = await openEstimate()
  await page.tick('Something else')
  await page.tick('No car')
  expect(page.text()).toContain('District heat and wood are not counted')
  expect(page.text()).not.toContain('Gas in kWh')
  expect(page.text()).not.toContain('Kilometres by car')
  await page.tick('Heating oil')
  expect(page.text()).toContain('Heating oil in litres a year')
  expect(page.text()).not.toContain('Leave out what charges your car.')
  await page.tick('Electric')
  expect(page.text()).toContain('Leave out what charges your car.')
})

it('a country that the sources lack takes the average of the world, and says so', async () => {
  const page = await openEstimate('UA')
  expect(page.valueOf('Where you live')).toBe('WW')
  expect(page.text()).toContain('the average of the world is used')
})

it('offers each country of the sources in the order of its name, and last the world', async () => {
  await openEstimate('AL')
  const options = [...document.querySelectorAll('option')]
  expect(options.map(({ value }) => value).sort()).toEqual([...countryFigures.keys(), 'WW'].sort())
  const names = options.map(({ textContent }) => textContent)
  const countries = names.slice(0, -1)
  expect(countries).toEqual(countries.toSorted((one, other) => one.localeCompare(other)))
  expect(options.at(-1)?.value).toBe('WW')
})

it('kept answers are shown again, and can be deleted', async () => {
  const page = await openEstimate('GB', { passportId: ada.id, yearKg: 11_127, answers })
  expect(page.text()).toContain('About 11,127 kg')
  expect(page.valueOf('Gas in kWh a year')).toBe('11500')
  const main = document.body.appendChild(document.createElement('main'))
  Object.assign(main, { id: 'content', tabIndex: -1 })
  await page.press('Delete my answers')
  // The pressed button has gone with the result.
  expect(document.activeElement).toBe(main)
  expect(page.text()).not.toContain('Your estimate')
  expect(page.valueOf('People in your home')).toBe('')
  await until(async () => (await readKept('estimate')) === undefined)
  expect(requests).toEqual([])
})

it('answers of another build are ignored and removed', async () => {
  const wrong = { ...answers, diet: 'insects' }
  const page = await openEstimate('GB', { passportId: ada.id, yearKg: 11_127, answers: wrong })
  expect(page.text()).not.toContain('Your estimate')
  await until(async () => (await readKept('estimate')) === undefined)
})

it('names each source with its year and address', async () => {
  const page = await openEstimate()
  for (const source of [
    /Conversion Factors for Company Reporting, 2026www\.gov\.uk/,
    /consumption-based CO2 emissions \(Global Carbon Budget 2023\), 2021ourworldindata\.org/,
    /Carbon intensity of electricity generation \(Ember\), 2024ourworldindata\.org/,
    /vegetarians and vegans in the UK, 2014doi\.org/,
    /Carbon Footprint of Nations.+, 2009doi\.org/,
  ]) {
    expect(page.text()).toMatch(source)
  }
})

it('its questions, hints and choices read as they are asked', async () => {
  const page = await openEstimate()
  await page.tick('Gas')
  await page.tick('Petrol')
  const parts = document.querySelectorAll('form h2, legend, label, form p, form button')
  expect([...parts].flatMap(({ textContent }) => textContent || [])).toEqual([
    ...['Home and heating', 'What heats your home', 'Gas', 'Heating oil', 'LPG'],
    ...['Electricity, heat pump', 'Something else', 'Gas in kWh a year'],
    'Electricity in kWh a year',
    'Amounts are for the whole home, as on the yearly bill. A typical home in Great Britain uses 11,500 kWh of gas and 2,700 kWh of electricity (Ofgem, 2023).',
    ...['People in your home', 'Car', 'What your car runs on', 'No car', 'Petrol', 'Diesel'],
    ...['Hybrid', 'Electric', 'Kilometres by car a week'],
    'If several people share the car, count your share.',
    ...[
      'Flights',
      'Return flights a year, in economy class. Each way counts as 1,000, 2,500 or 7,000 km.',
    ],
    ...['Short: up to 1,500 km each way', 'Medium: up to 3,700 km each way'],
    ...['Long: over 3,700 km each way', 'Food', 'What you eat', '100 g of meat a day or more'],
    ...['50 to 99 g of meat a day', 'Less than 50 g of meat a day', 'Fish, no meat'],
    ...['Vegetarian', 'Vegan', 'Country', 'Where you live'],
    'It decides how your electricity is made, and the part for goods, services and the public sector.',
    'Estimate my year',
  ])
})

it.each([
  ['Gas', 'gas', 'Gas in kWh a year'],
  ['Heating oil', 'oil', 'Heating oil in litres a year'],
  ['LPG', 'lpg', 'LPG in litres a year'],
  ['Electricity, heat pump', 'electric', undefined],
  ['Something else', 'other', undefined],
])(
  'a home heated by %s is asked for its amount where it has one',
  async (label, heating, amount) => {
    const page = await openEstimate('GB', { passportId: ada.id, yearKg: 11_127, answers })
    await page.tick(label)
    const amounts = [...document.querySelectorAll('input[name=heatingAmount]')]
    expect(amounts).toHaveLength(amount === undefined ? 0 : 1)
    if (amount !== undefined) await page.type(amount, '77')
    await page.tick('Vegan')
    await page.type('Where you live', 'DE')
    await page.submit()
    const heatingAmount = amount === undefined ? 0 : 77
    const next = { ...answers, heating, heatingAmount, diet: 'vegan', country: 'DE' }
    await until(async () => {
      expect(await readKept('estimate')).toMatchObject({ passportId: ada.id, answers: next })
    })
  },
)

it('a result takes the focus once it is asked for, each time, and no kept one does', async () => {
  const page = await openEstimate('GB', { passportId: ada.id, yearKg: 11_127, answers })
  const isFocused = () => document.activeElement?.textContent?.startsWith('About') ?? false
  expect(isFocused()).toBe(false)
  for (const people of ['1', '4']) {
    await page.type('People in your home', people)
    await page.submit()
    expect(isFocused()).toBe(true)
    ;(document.activeElement as HTMLElement | null)?.blur()
  }
  await page.press('Delete my answers')
  expect(isFocused()).toBe(false)
  expect(page.valueOf('Where you live')).toBe('GB')
})

it('each wrong answer is marked until it is changed, and the first one gets the focus', async () => {
  const page = await openEstimate()
  const wrong = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map((each) => each.getAttribute('name'))
  const choices = () => page.text().match(/Please choose one\./g)?.length ?? 0
  await page.type('Electricity in kWh a year', '100001')
  await page.type(/^Short:/, '201')
  await page.submit()
  expect([wrong(), choices()]).toEqual([['electricityKwh', 'people', 'shortFlights'], 3])
  expect(document.activeElement?.getAttribute('type')).toBe('radio')
  await page.tick('Gas')
  await page.tick('Vegan')
  expect([wrong(), choices()]).toEqual([['electricityKwh', 'people', 'shortFlights'], 1])
  await page.type('Electricity in kWh a year', '100000')
  expect(wrong()).toEqual(['people', 'shortFlights'])
  await page.tick('Diesel')
  await page.submit()
  expect(wrong()).toEqual(['heatingAmount', 'people', 'carKm', 'shortFlights'])
  expect(document.activeElement?.getAttribute('name')).toBe('heatingAmount')
})
