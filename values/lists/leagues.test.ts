// Tests where each league begins, on both boards, to the kilogram and to the point
// (docs/product.md#leagues).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isHigherLeague, leagueAfter, leagueStarts, leagues, readLeague } from './leagues.ts'

describe('a league', () => {
  it.each([
    ['offsets', 0, 'bronze'],
    ['offsets', 99, 'bronze'],
    ['offsets', 100, 'silver'],
    ['offsets', 999, 'silver'],
    ['offsets', 1_000, 'gold'],
    ['eco', 99, 'bronze'],
    ['eco', 100, 'silver'],
    ['eco', 299, 'silver'],
    ['eco', 300, 'gold'],
  ] as const)('of %s with %i is %s', (kind, score, league) => {
    expect(leagueAfter(kind, 'bronze', score)).toBe(league)
  })

  it('never falls', () => {
    expect(leagueAfter('offsets', 'gold', 0)).toBe('gold')
    expect(leagueAfter('eco', 'silver', 99)).toBe('silver')
    expect(leagueAfter('eco', 'silver', 300)).toBe('gold')
  })

  it('is above those before it, and not above itself', () => {
    for (const [place, one] of leagues.entries()) {
      expect(leagues.filter((other) => isHigherLeague(one, other))).toEqual(leagues.slice(0, place))
    }
  })

  it('begins where docs/product.md promises it', () => {
    const text = readFileSync('docs/product.md', 'utf8')
    const rows = text.matchAll(/^\| (\w+) \| ([\d,]+) kg \| ([\d,]+) \|$/gm)
    const promised = [...rows].map(([, league, ...starts]) => {
      return [league, ...starts.map((start) => Number(start.replace(',', '')))]
    })
    const begins = leagues.map((each) => [each, leagueStarts.offsets[each], leagueStarts.eco[each]])
    expect(begins).toEqual(promised)
  })

  it('of another word is null', () => {
    expect(leagues.map(readLeague)).toEqual(leagues)
    expect(() => readLeague('lead')).toThrow('no league')
  })
})
