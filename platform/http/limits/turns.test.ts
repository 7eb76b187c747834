// Tests that a caller's calls wait for its own calls only.
import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('each caller has a few calls at work, and its next one starts when one ends', async () => {
  const turns = openTurns(2)
  const started: string[] = []
  const take = (caller: string, name: string) => turns.take(caller, () => started.push(name))
  for (const name of ['a1', 'a2', 'a3', 'a4']) take('a', name)
  take('b', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  turns.end('a')
  // A later event of the same turn, such as the call of another caller, comes first.
  expect(started).toHaveLength(3)
  await nextTurn()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const caller of ['a', 'a', 'a', 'b']) turns.end(caller)
  await nextTurn()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  for (const name of ['a5', 'a6', 'a7']) take('a', name)
  expect(started.slice(5)).toEqual(['a5', 'a6'])
})
