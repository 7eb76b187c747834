// Which calls wait for each other in a queue by key.
import { describe, expect, it } from 'vitest'
import { TooManyWaiting } from '#platform/database/group-calls.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A queue whose calls end when the test says so, and the names of those that run or ran. */
function openCalls(callsMax = 100) {
  const queue = queueByKey(callsMax)
  const owner = {}
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const call = (name: string, keys: readonly (string | null)[], of: object = owner) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return queue(of, keys, () => {
      started.push(name)
      return end.promise
    })
  }
  return { call, started, end: (name: string) => ends.get(name)?.resolve(name), ends }
}

describe('a queue by key', () => {
  it('runs one call of a key at a time, in the order of their arrival', async () => {
    const { call, started, end } = openCalls()
    const calls = Promise.all([call('1', ['a']), call('2', ['a']), call('3', ['a'])])
    await turn()
    expect(started).toEqual(['1'])
    end('1')
    await turn()
    expect(started).toEqual(['1', '2'])
    for (const name of ['2', '3']) end(name)
    expect(await calls).toEqual(['1', '2', '3'])
  })

  it('lets a call of other keys pass those that wait', async () => {
    const { call, started, end } = openCalls()
    const many = Array.from({ length: 50 }, (_, index) => call(`a${index}`, ['a']))
    const other = call('b', ['b', null])
    const keyless = call('none', [null])
    await turn()
    expect(new Set(started)).toEqual(new Set(['a0', 'b', 'none']))
    for (const name of ['b', 'none']) end(name)
    expect(await Promise.all([other, keyless])).toEqual(['b', 'none'])
    for (let index = 0; index < 50; index += 1) end(`a${index}`)
    expect(await Promise.all(many)).toHaveLength(50)
  })

  it('makes a call of two keys wait for both, and those after it for it', async () => {
    const { call, started, end } = openCalls()
    const calls = [call('a', ['a']), call('b', ['b']), call('ab', ['a', 'b']), call('b2', ['b'])]
    await turn()
    end('a')
    await turn()
    expect(started).toEqual(['a', 'b'])
    end('b')
    await turn()
    expect(started).toEqual(['a', 'b', 'ab'])
    for (const name of ['ab', 'b2']) end(name)
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'ab', 'b2'])
  })

  it('runs the next call after one that failed', async () => {
    const { call, end, ends } = openCalls()
    const failing = call('1', ['a'])
    const next = call('2', ['a'])
    ends.get('1')?.reject(new Error('failed'))
    await expect(failing).rejects.toThrow('failed')
    end('2')
    expect(await next).toBe('2')
  })

  it('refuses calls beyond its limit, and takes calls again once others have ended', async () => {
    const { call, end } = openCalls(2)
    const taken = [call('1', ['a']), call('2', ['a'])]
    await expect(call('3', ['b'])).rejects.toThrow(TooManyWaiting)
    for (const name of ['1', '2']) end(name)
    await Promise.all(taken)
    const next = call('4', ['a'])
    end('4')
    expect(await next).toBe('4')
  })

  it('keeps owners apart', async () => {
    const { call, started, end } = openCalls()
    const calls = [call('1', ['a']), call('2', ['a'], {})]
    await turn()
    expect(started).toEqual(['1', '2'])
    for (const name of started) end(name)
    await Promise.all(calls)
  })
})
