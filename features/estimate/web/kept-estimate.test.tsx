// Tests what the browser keeps of an estimate: one user's, until the sign-out, and no wrong value. Each test runs in
// a browser without IndexedDB, where the store is the tab's memory.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { keep, readKept } from '#web/storage/browser-store.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { forgetEstimate, keepEstimate, useKeptEstimate } from './kept-estimate.ts'

const estimate = { passportId: ada.id, yearKg: 8_400, answers: { people: 2 } }

beforeEach(async () => {
  openPage()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await openSession(ada, terminal)
})
afterEach(() => act(async () => signOut()))

function Shown() {
  const kept = useKeptEstimate()
  return <p>{kept === undefined ? 'reading' : `year: ${kept?.yearKg ?? 'none'}`}</p>
}

async function drawShown() {
  const client = newQueryClient()
  const part = await draw(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  )
  return { client, part }
}

it('an estimate is kept, and read by the next page', async () => {
  const { client, part } = await drawShown()
  await until(() => part.text() === 'year: none')
  keepEstimate(client, estimate)
  await until(() => part.text() === 'year: 8400')
  expect(await readKept('estimate')).toEqual(estimate)
  const { part: next } = await drawShown()
  await until(() => next.text() === 'year: 8400')
})

it.each([
  ['a text', 'year'],
  ['no kilograms', { ...estimate, yearKg: 0 }],
  ['an endless year', { ...estimate, yearKg: Number.POSITIVE_INFINITY }],
  ['no number', { ...estimate, yearKg: Number.NaN }],
  ['kilograms as a text', { ...estimate, yearKg: '8400' }],
  ['no answers', { passportId: ada.id, yearKg: 8_400 }],
  ['another passport', { ...estimate, passportId: 'another' }],
])('a wrong value is ignored and removed: %s', async (_, value) => {
  await keep('estimate', value)
  const { part } = await drawShown()
  await until(() => part.text() === 'year: none')
  await until(async () => (await readKept('estimate')) === undefined)
  expect(await readKept('estimate')).toBeUndefined()
})

it('a removed estimate leaves the screen and the browser at once', async () => {
  const { client, part } = await drawShown()
  keepEstimate(client, estimate)
  await until(() => part.text() === 'year: 8400')
  await until(async () => (await readKept('estimate')) !== undefined)
  forgetEstimate(client, ada.id)
  await until(() => part.text() === 'year: none')
  await until(async () => (await readKept('estimate')) === undefined)
})

it('a sign-out removes the estimate', async () => {
  const { client } = await drawShown()
  keepEstimate(client, estimate)
  await until(async () => (await readKept('estimate')) !== undefined)
  await signOut()
  expect(await readKept('estimate')).toBeUndefined()
})
