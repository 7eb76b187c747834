// Computes the machine-readable zone of a passport page, in the format of travel documents (ICAO 9303, size
// TD1: 3 lines of 30 characters, check digits with weights 7, 3, 1).

import { checkDigit, plainLetters } from '#values/text/machine-readable.ts'

export type ZoneData = {
  id: string
  total_offsets: number
  eco_league: string
  offset_league: string
  /** An undefined value is replaced by `<` characters. */
  country?: string | undefined
  currency?: string | undefined
  eco_score?: number | undefined
  updated?: string | undefined
  /** The user's name, or undefined for a user without a name. */
  name: string | undefined
}

const lineLength = 30

function padLine(text: string): string {
  return text.slice(0, lineLength).padEnd(lineLength, '<')
}

/** Returns three lines of 30 characters. */
export function machineReadableZone(data: ZoneData): readonly [string, string, string] {
  const id = data.id
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .padEnd(32, '0')
  const serial = id.slice(0, 9)
  const documentLine = padLine(
    `P<${(data.country ?? '').padEnd(3, '<')}${serial}${checkDigit(serial)}${id.slice(9)}`,
  )
  const moment = new Date(data.updated ?? '')
  const date = Number.isNaN(moment.getTime())
    ? '<<<<<<'
    : moment.toISOString().slice(2, 10).replaceAll('-', '')
  const kg = String(Math.max(0, Math.trunc(data.total_offsets))).padStart(7, '0')
  const points = data.eco_score
  const score = points === undefined ? '<<<<' : String(Math.trunc(points)).padStart(4, '0')
  const leagues = `${data.offset_league.charAt(0)}${data.eco_league.charAt(0)}`.toUpperCase()
  const figures = `${date}${checkDigit(date)}KG${kg}${checkDigit(kg)}${(data.currency ?? '').padEnd(3, '<')}${leagues}${score}`
  const finalDigit = checkDigit(documentLine.slice(5) + figures)
  const name = plainLetters(data.name ?? '') || `MEMBER<<${id.slice(-4)}`
  return [
    documentLine,
    `${figures.slice(0, lineLength - 1).padEnd(lineLength - 1, '<')}${finalDigit}`,
    padLine(name),
  ]
}
