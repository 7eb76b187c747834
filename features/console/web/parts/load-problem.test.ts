// Tests the words of a failed call.
import { expect, it } from 'vitest'
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import { problemWords } from './load-problem.tsx'

const refusal = (status: number, body = {}) => new ApiError(new Response(null, { status }), body)

it.each([
  [new TypeError('Failed to fetch'), 'No connection', true],
  [refusal(404), 'There is no such record.', false],
  [refusal(400, { error: 'This day is unknown.' }), 'This day is unknown.', true],
  [refusal(503, { error: 'The provider is away.' }), 'The provider is away.', true],
  [refusal(500, { request_id: 'req-7' }), 'The server failed. Request req-7.', true],
  [new BadAnswerError(false), 'The server failed.', true],
])('%s has its words, and whether another attempt may help', (error, words, again) => {
  const { title, detail, again: mayHelp } = problemWords(error)
  expect(`${title} ${detail}`).toContain(words)
  expect(mayHelp).toBe(again)
})
