// Tests which callers are batched, and which of them fail with another.
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { groupCalls, groupCallsOn, TooManyWaiting } from '#platform/database/group-calls.ts'

const limits = { groupMax: 3, waitingMax: 10 }

describe('concurrent callers', () => {
  it('share a run, and the next run takes the calls that arrive meanwhile', async () => {
    const groups: (readonly number[])[] = []
    const double = groupCalls<number, number>(async (items) => {
      groups.push(items)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return items.map((item) => item * 2)
    }, limits)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(double))
    expect(answers).toEqual([2, 4, 6, 8, 10])
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await double(6)).toBe(12)
  })

  it('do not fail with a bad one in their group', async () => {
    const run = groupCalls<number, number>(async (items) => {
      if (items.includes(2)) throw new Error('bad')
      return items
    }, limits)
    const outcomes = await Promise.allSettled([1, 2, 3].map(run))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fail together, once, when the database is unavailable', async () => {
    let runs = 0
    const run = groupCalls<number, number>(async () => {
      runs += 1
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    }, limits)
    const outcomes = await Promise.allSettled([1, 2, 3].map(run))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(runs).toBe(1)
  })

  it('do not fail with one that waits for a locked row, and run alone side by side', async () => {
    const lockTimeout = Object.assign(new pg.DatabaseError('locked', 0, 'error'), { code: '55P03' })
    let alone = 0
    let aloneMost = 0
    const run = groupCalls<number, number>(async (items) => {
      if (items.length === 1) {
        alone += 1
        aloneMost = Math.max(aloneMost, alone)
        await new Promise((resolve) => setTimeout(resolve, 5))
        alone -= 1
      }
      if (items.some((item) => item % 2 === 0)) throw lockTimeout
      return items
    }, limits)
    const outcomes = await Promise.allSettled([1, 2, 3].map(run))
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: lockTimeout },
      { status: 'fulfilled', value: 3 },
    ])
    expect(aloneMost).toBe(3)
  })

  it('wait for a locked row only for a short time', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    const lockTimeout = Object.assign(new pg.DatabaseError('locked', 0, 'error'), { code: '55P03' })
    let runs = 0
    const run = groupCalls<number, number>(
      async () => {
        runs += 1
        await vi.advanceTimersByTimeAsync(1_000)
        throw lockTimeout
      },
      { groupMax: 100, waitingMax: 100 },
    )
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, each) => run(each)))
    vi.useRealTimers()
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(runs).toBeLessThan(15)
  })

  it('are refused when too many wait', async () => {
    const run = groupCalls<number, number>(async (items) => items, limits)
    const outcomes = await Promise.allSettled(Array.from({ length: 11 }, (_, each) => run(each)))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ reason: expect.any(TooManyWaiting) })
  })
})

describe('calls that are grouped by an object', () => {
  it('never share a run with those of another object', async () => {
    const runs: [string, readonly number[]][] = []
    const double = groupCallsOn<{ name: string }, number, number>(
      async ({ name }, items) => {
        runs.push([name, items])
        return items.map((item) => item * 2)
      },
      { groupMax: 10, waitingMax: 10 },
    )
    const here = { name: 'here' }
    const there = { name: 'there' }
    const answers = await Promise.all([double(here, 1), double(there, 2), double(here, 3)])
    expect(answers).toEqual([2, 4, 6])
    expect(runs).toEqual([
      ['here', [1, 3]],
      ['there', [2]],
    ])
  })
})
