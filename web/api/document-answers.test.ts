// Tests that a page shows the answers of its document to their user only, and not for long.
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newAppCache, provideAnswers } from './document-answers.ts'

const key = ['getExchangeRate', 'EUR', 'GBP']

beforeEach(() => {
  vi.useFakeTimers()
  provideAnswers({ passportId: 'ada', answers: [[key, { rate: 0.5 }]] })
})
afterEach(() => {
  vi.useRealTimers()
})

const shownBy = (client: ReturnType<typeof newAppCache>, queryKey: readonly unknown[] = key) =>
  new QueryObserver(client, { queryKey }).getCurrentResult()

it('shows an answer under its key, until the page’s own', () => {
  const client = newAppCache('ada')
  expect(shownBy(client)).toMatchObject({ data: { rate: 0.5 }, isPlaceholderData: true })
  expect(shownBy(client, ['getExchangeRate', 'USD', 'GBP']).data).toBeUndefined()
  client.setQueryData(key, { rate: 0.6 })
  expect(shownBy(client).data).toEqual({ rate: 0.6 })
})

it.each(['bob', undefined])('shows nothing to %s, and drops the answers', (other) => {
  expect(shownBy(newAppCache(other)).data).toBeUndefined()
  expect(shownBy(newAppCache('ada')).data).toBeUndefined()
})

it('shows it again if React renders twice', () => {
  newAppCache('ada')
  expect(shownBy(newAppCache('ada')).data).toEqual({ rate: 0.5 })
})

it('shows an answer for 20 seconds', () => {
  const client = newAppCache('ada')
  vi.advanceTimersByTime(19_999)
  expect(shownBy(client).data).toEqual({ rate: 0.5 })
  vi.advanceTimersByTime(1)
  expect(shownBy(client).data).toBeUndefined()
})
