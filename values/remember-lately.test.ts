// Tests the cache of a pure function.
import { expect, it } from 'vitest'
import { rememberLately } from './remember-lately.ts'

it('asks once for each text, also for an answer that is undefined, until the cache is full', () => {
  const asked: string[] = []
  const answerOf = rememberLately((text) => {
    asked.push(text)
    return text === 'none' ? undefined : text.length
  }, 2)
  expect([answerOf('none'), answerOf('four'), answerOf('none'), answerOf('four')]).toEqual([
    ...[undefined, 4, undefined, 4],
  ])
  expect(asked).toEqual(['none', 'four'])
  // The third text empties the cache.
  expect([answerOf('third'), answerOf('third'), answerOf('four')]).toEqual([5, 5, 4])
  expect(asked).toEqual(['none', 'four', 'third', 'four'])
})
