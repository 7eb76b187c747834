// Tests that all parts are loaded in advance, even if some of them fail, and that missing ones load again.
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, missingParts, parts } from './lazy-part.ts'
import { loadAllParts, renewMissingParts } from './missing-parts.ts'

afterEach(() => vi.unstubAllGlobals())

const Part = () => null

it('a failed part does not stop the following ones, and parts of a loaded part follow', async () => {
  const others = [...parts]
  parts.clear()
  const asked: string[] = []
  const part = (name: string, come: () => void = () => undefined) =>
    lazyPart(async () => {
      asked.push(name)
      come()
      return { Part }
    }, 'Part')
  part('first', () => {
    throw new TypeError('Failed to fetch')
  })
  part('second', () => part('of the second'))
  let pauses = 0
  await loadAllParts(async () => {
    pauses += 1
  })
  expect(asked).toEqual(['first', 'second', 'of the second'])
  expect(pauses).toBe(3)
  parts.clear()
  for (const each of others) parts.add(each)
})

it('each missing part is renewed once, with the style sheets that did not load', async () => {
  const asked: string[] = []
  const linkOf = (href: string, sheet: object | null) => ({
    ...{ href, sheet },
    replaceWith(next: { href: string; rel: string; onload: () => void }) {
      asked.push(`${next.rel} ${next.href}`)
      next.onload()
    },
  })
  vi.stubGlobal('document', {
    querySelectorAll: () => [linkOf('/a.css', null), linkOf('/b.css', {}), linkOf('/c.css', null)],
    createElement: () => ({}),
  })
  const renewed: string[] = []
  for (const name of ['one', 'two']) {
    missingParts.add({ load: async () => undefined, renew: () => renewed.push(name) })
  }
  await renewMissingParts()
  const sheets = ['stylesheet /a.css', 'stylesheet /c.css']
  expect([renewed, asked]).toEqual([['one', 'two'], sheets])
  await renewMissingParts()
  expect([renewed, asked]).toEqual([['one', 'two'], sheets])
})
