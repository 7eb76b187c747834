// Tests the colours of scenes: one climate for each country, three palettes in each, and the trees of each climate.
import { describe, expect, it } from 'vitest'
import { scenePalette } from './scene-palette.tsx'

const ids = Array.from({ length: 90 }, (_, index) => `GS${index}`)
/** Returns the skies that a country's projects have. */
const skiesOf = (country: string) => new Set(ids.map((id) => scenePalette(id, country).sky))

const climates = {
  temperate: ['DE', 'GB', 'US', 'NL', 'FR', 'IT', 'CN', 'JP'],
  arid: ['TR', 'EG', 'AU', 'MX', 'ZA'],
  tropical: ['BR', 'KE', 'IN', 'ID', 'UG', 'VN'],
  highland: ['NP', 'CH', 'NO', 'BT', 'GE', 'IS'],
} as const

describe('the palette of a project', () => {
  it.each(Object.entries(climates))('is one of the three of its climate: %s', (_, countries) => {
    const [first = new Set<string>(), ...others] = countries.map(skiesOf)
    expect(first.size).toBe(3)
    for (const skies of others) expect(skies).toEqual(first)
  })

  it('has a sky of its own in each climate', () => {
    const skies = Object.values(climates).flatMap(([country]) => [...skiesOf(country)])
    expect(skies).toHaveLength(12)
    expect(new Set(skies).size).toBe(12)
  })

  it('is the same at each call, also where the country is unknown', () => {
    for (const id of ids) {
      expect(scenePalette(id, 'KE')).toEqual(scenePalette(id, 'KE'))
      expect(scenePalette(id, '')).toEqual(scenePalette(id, 'DE'))
      expect(scenePalette(id, 'ke')).toEqual(scenePalette(id, 'DE'))
    }
  })

  it('occurs about as often as the two others', () => {
    for (const [country] of Object.values(climates)) {
      const counts = Map.groupBy(ids, (id) => scenePalette(id, country).sky)
      for (const { length } of counts.values()) expect(length).toBeGreaterThan(12)
    }
  })

  it('has conifers only where the climate is temperate or of the mountains', () => {
    const round = (country: string) =>
      new Set(ids.map((id) => scenePalette(id, country).hasRoundTrees))
    for (const country of climates.arid) expect(round(country)).toEqual(new Set([true]))
    for (const country of climates.tropical) expect(round(country)).toEqual(new Set([true]))
    for (const country of climates.temperate) expect(round(country)).toEqual(new Set([false]))
    for (const country of climates.highland) expect(round(country)).toEqual(new Set([false]))
  })

  it('darkens from the sky to the ground in front', () => {
    const lightness = (hex: string) =>
      [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0)
    for (const [country] of Object.values(climates)) {
      for (const id of ids) {
        const { sky, far, middle, near, light, dark } = scenePalette(id, country)
        const layers = [light, sky, far, middle, near].map(lightness)
        expect(layers).toEqual(layers.toSorted((one, other) => other - one))
        expect(lightness(dark)).toBeLessThan(lightness(light))
      }
    }
  })
})
