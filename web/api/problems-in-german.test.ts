// Tests the texts of error codes in a bundle of another language than English, in which the server answers.
import { expect, it, vi } from 'vitest'
import { problemWords } from './problem-words.ts'

const german = await import('#texts/.compiled/de/index.ts')
vi.mock('../texts.ts', async () => ({
  locale: 'de',
  texts: await import('#texts/.compiled/de/index.ts'),
}))

const sent = 'A sentence of the server.'

it.each([
  ['own_number', german.problems.own_number()],
  ['not_offered', german.purchases_not_offered()],
  ['project_not_found', german.projects_none_found()],
  ['reward_not_found', german.rewards_claim_failed()],
  ['bad_request', german.problem_refused()],
  ['key_reused', german.problem_refused()],
])('%s has its own text, whatever the server sends', (code, words) => {
  expect([problemWords(code, sent), problemWords(code, undefined)]).toEqual([words, words])
})

it('an unknown code keeps the sentence of the server', () => {
  expect([problemWords('never_heard_of', sent), problemWords('x', undefined)]).toEqual([
    ...[sent, undefined],
  ])
})
