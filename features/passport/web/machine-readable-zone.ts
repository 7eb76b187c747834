// The three lines at the foot of a passport page, in the shape of travel documents (ICAO 9303,
// size TD1: 3 lines of 30, check digits with weights 7, 3, 1), made of real data only.

export type ZoneData = {
  id: string
  total_offsets: number
  eco_league: string
  offset_league: string
  /** What is not known is left open with `<`. */
  country?: string | undefined
  currency?: string | undefined
  eco_score?: number | undefined
  updated?: string | undefined
  /** The holder's name, or undefined for a member without one. */
  name: string | undefined
}

const lineLength = 30

function letterValue(letter: string): number {
  if (letter === '<') return 0
  const digit = Number.parseInt(letter, 36)
  return Number.isNaN(digit) ? 0 : digit
}

/** ICAO 9303 part 3: the weighted sum modulo 10. */
export function checkDigit(text: string): string {
  const weights = [7, 3, 1] as const
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    sum += letterValue(text.charAt(i)) * (weights[i % 3] ?? 0)
  }
  return String(sum % 10)
}

/** Letters without their marks, everything else as `<`. */
function plainLetters(text: string): string {
  return text
    .replaceAll('ß', 'SS')
    .replaceAll('ı', 'I')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '<')
    .replace(/^<+|<+$/g, '')
}

function fill(text: string): string {
  return text.slice(0, lineLength).padEnd(lineLength, '<')
}

/** Three lines of 30 characters. */
export function machineReadableZone(data: ZoneData): readonly [string, string, string] {
  const id = data.id
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .padEnd(32, '0')
  const serial = id.slice(0, 9)
  const first = fill(
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
  const second = `${date}${checkDigit(date)}KG${kg}${checkDigit(kg)}${(data.currency ?? '').padEnd(3, '<')}${leagues}${score}`
  const whole = checkDigit(first.slice(5) + second)
  const name = plainLetters(data.name ?? '') || `MEMBER<<${id.slice(-4)}`
  return [
    first,
    `${second.slice(0, lineLength - 1).padEnd(lineLength - 1, '<')}${whole}`,
    fill(name),
  ]
}
