// Tests the cache of catalogue answers: freshness for users who changed data, and its limits.
import { describe, expect, it } from 'vitest'
import { openReplicas } from '#platform/database/replicas/replicas.ts'
import { problem } from '#values/problem.ts'
import { type CatalogueResult, catalogueKey, createCatalogueCache } from './catalogue-cache.ts'

const db = { run: () => Promise.reject(new Error('nobody asks this database')) }
const options = { primary: db, urls: [], connectionsMax: 1, timeoutFactor: 1 }
const withoutReplicas = { db, replicas: openReplicas(options) }

/** A read that the test finishes, and how often it was started. */
function openReadings() {
  const waiting: ((found: CatalogueResult) => void)[] = []
  return {
    find: () => new Promise<CatalogueResult>((resolve) => waiting.push(resolve)),
    begun: () => waiting.length,
    end(index: number, kg: number) {
      waiting[index]?.({ body: { kg }, next: null })
    },
  }
}

async function kgOf(answer: ReturnType<ReturnType<typeof createCatalogueCache>['read']>) {
  const kept = await answer
  if ('problem' in kept) throw new Error(kept.problem)
  return JSON.parse(kept.bytes.toString()).kg
}

describe('the cached catalogue', () => {
  it('is read once for all requests within half a second', async () => {
    const cache = createCatalogueCache(withoutReplicas)
    const readings = openReadings()
    const first = cache.read('/a', false, readings.find)
    const second = cache.read('/a', false, readings.find)
    readings.end(0, 5)
    expect(await kgOf(first)).toBe(5)
    expect(await kgOf(second)).toBe(5)
    expect(await kgOf(cache.read('/a', false, readings.find))).toBe(5)
    expect(readings.begun()).toBe(1)
  })

  it('is read again for users who changed data, after their call and once for all', async () => {
    const cache = createCatalogueCache(withoutReplicas)
    const readings = openReadings()
    const before = cache.read('/a', false, readings.find)
    const mine = cache.read('/a', true, readings.find)
    const another = cache.read('/a', true, readings.find)
    expect(readings.begun()).toBe(1)
    readings.end(0, 5)
    expect(await kgOf(before)).toBe(5)
    readings.end(1, 4)
    expect(await kgOf(mine)).toBe(4)
    expect(await kgOf(another)).toBe(4)
    expect(readings.begun()).toBe(2)
  })

  it('keeps no failure, and only the newest 256 addresses', async () => {
    const cache = createCatalogueCache(withoutReplicas)
    const failing = () => Promise.reject(new Error('gone'))
    await expect(cache.read('/a', false, failing)).rejects.toThrow('gone')
    const found = async () => ({ body: { kg: 1 }, next: null })
    expect(await kgOf(cache.read('/a', false, found))).toBe(1)
    for (let place = 0; place < 256; place += 1) await cache.read(`/${place}`, false, found)
    const later = async () => ({ body: { kg: 2 }, next: null })
    expect(await kgOf(cache.read('/a', false, later))).toBe(2)
    expect(await kgOf(cache.read('/255', false, later))).toBe(1)
  })

  it('returns the problem of an address that is not found', async () => {
    const missing = problem('project_not_found')
    const cache = createCatalogueCache(withoutReplicas)
    expect(await cache.read('/a', false, async () => missing)).toEqual(missing)
  })

  it('keeps no more bytes than its limit, the oldest go first', async () => {
    const cache = createCatalogueCache({ ...withoutReplicas, bytesMax: 1_000 })
    let readings = 0
    const find = async () => {
      readings += 1
      return { body: { text: 'x'.repeat(400) }, next: null }
    }
    for (const key of ['a', 'b', 'c']) await cache.read(key, false, find)
    expect(readings).toBe(3)
    await cache.read('c', false, find)
    expect(readings).toBe(3)
    await cache.read('a', false, find)
    expect(readings).toBe(4)
  })

  it('keeps no missing project or batch', async () => {
    const cache = createCatalogueCache(withoutReplicas)
    const missing = problem('project_not_found')
    await cache.read('/a', false, async () => missing)
    const found = async () => ({ body: { kg: 3 }, next: null })
    expect(await kgOf(cache.read('/a', false, found))).toBe(3)
  })
})

it('A key is the same for every order of parameters and for empty ones', () => {
  const key = catalogueKey({ list: 'projects', limit: 3, registry: 'Verra' })
  expect(catalogueKey({ registry: 'Verra', q: '', list: 'projects', limit: 3 })).toBe(key)
  expect(catalogueKey({ list: 'projects', limit: 4, registry: 'Verra' })).not.toBe(key)
})
