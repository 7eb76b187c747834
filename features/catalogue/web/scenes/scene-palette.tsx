// Computes the colours of a scene from the climate of the project's country. The project's id selects one of
// three palettes, so that neighbours in a list differ, and a project always looks the same. Pure.
import type { ComponentProps } from 'react'
import { seededRandom } from '#values/drawing/seeded-random.ts'

export type ScenePalette = {
  sky: string
  sun: string
  far: string
  middle: string
  near: string
  /** Light and dark colour of buildings. */
  light: string
  dark: string
  /** True where forests have no conifers. */
  hasRoundTrees: boolean
}

/** `vary(n)` returns the project's n-th random number, from 0 up to 1, which is the same at each call. */
export type SubjectProps = { palette: ScenePalette; vary: (index: number) => number }

const light = '#fbf8ef'
const palettes = {
  temperate: [
    { sky: '#dfe9e2', sun: '#f3c969', far: '#9dbfa6', middle: '#4f8265', near: '#1f4d3a' },
    { sky: '#e4ebe6', sun: '#f0b95a', far: '#b2c9a8', middle: '#6a955f', near: '#2c5a3c' },
    { sky: '#f3e6d3', sun: '#e88d5a', far: '#b9bf9a', middle: '#6e8a63', near: '#31543f' },
  ],
  arid: [
    { sky: '#f6e7cf', sun: '#e9a14b', far: '#d9ba8c', middle: '#b98f5d', near: '#7b6a43' },
    { sky: '#f8dfc6', sun: '#e2784a', far: '#dba883', middle: '#b97a58', near: '#73503c' },
    { sky: '#e9eddf', sun: '#f0b450', far: '#d8c797', middle: '#a9995c', near: '#65673c' },
  ],
  tropical: [
    { sky: '#e7ecd9', sun: '#f2c253', far: '#b6c48b', middle: '#6f8f4e', near: '#35592f' },
    { sky: '#dcece5', sun: '#f5d07a', far: '#8fc0a0', middle: '#3f8a68', near: '#15503f' },
    { sky: '#fae3cf', sun: '#ec8a57', far: '#a9ba86', middle: '#55875a', near: '#1f5543' },
  ],
  highland: [
    { sky: '#dfe8ee', sun: '#f4d58a', far: '#a9bccb', middle: '#6d8b8c', near: '#2f5750' },
    { sky: '#eee6ea', sun: '#eda77a', far: '#b7afc4', middle: '#7b83a0', near: '#3f5364' },
    { sky: '#e6ece4', sun: '#f0c572', far: '#9fb4ab', middle: '#5c8076', near: '#24493f' },
  ],
} as const

const climates: Record<Exclude<keyof typeof palettes, 'temperate'>, string> = {
  arid: 'AE AU BF BW CL DZ EG ER IL IR IQ JO KW KZ LS LY MA ML MR MX NA NE OM PK QA SA SD SN SO SY TD TN TR UZ YE ZA',
  tropical:
    'AO BD BI BJ BO BR BZ CD CF CG CI CM CO CR CU DO EC ET FJ GA GH GM GN GT GY HN HT ID IN JM KE KH LA LK LR MG MM MU MW MY MZ NG NI PA PE PG PH PY RW SB SG SL SV TG TH TL TZ UG VE VN VU ZM ZW',
  highland: 'AD AL AM AT BT CH GE IS KG MK MN NO NP SI SK TJ',
}

/** Returns the palette. `country` is ISO 3166 alpha-2. Countries in no list have the temperate climate. */
export function scenePalette(id: string, country: string): ScenePalette {
  const climate =
    (['arid', 'tropical', 'highland'] as const).find((name) =>
      climates[name].split(' ').includes(country),
    ) ?? 'temperate'
  const choices = palettes[climate]
  const index = Math.floor(seededRandom(id)() * choices.length)
  const palette = choices[index] ?? choices[0]
  const hasRoundTrees = climate === 'tropical' || climate === 'arid'
  return { ...palette, light, dark: '#20352c', hasRoundTrees }
}

/** Draws a line with round ends. */
export function Line(props: ComponentProps<'path'>) {
  return <path fill="none" strokeLinecap="round" {...props} />
}
