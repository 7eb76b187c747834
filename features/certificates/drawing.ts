// Computes a certificate's ornaments: lines and a rosette that its code seeds, and a
// machine-readable zone.
import type { Certificate } from '#features/certificates/read-certificate.ts'
import { bandPath } from '#values/drawing/guilloche-lines.ts'
import { petalPath } from '#values/drawing/rosette-lines.ts'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import { checkDigit, plainLetters } from '#values/text/machine-readable.ts'

/** Returns a rosette around (0, 0): the SVG path of one petal, and the number of rotated petals. */
export function rosette(code: string, radius: number, layers: number) {
  const petals = 14 + Math.floor(seededRandom(code)() * 6)
  return { petals, path: petalPath({ radius, petals, layers, cut: 0.12, seed: code }) }
}

/** Returns the SVG paths of two bands of lines across a page. */
export function certificateLines(code: string, width: number, height: number) {
  const random = seededRandom(code)
  const band = (y: number, amplitude: number) =>
    bandPath({
      ...{ width, y: height * y, amplitude: height * amplitude, lines: 16, step: width / 28 },
      frequency: 0.9 + random() * 0.5,
      phase: random() * 6,
      drift: 0.07 + random() * 0.05,
    })
  return { upper: band(0.2, 0.09), lower: band(0.76, 0.11) }
}

const zoneLength = 36

const zoneLine = (text: string) => text.slice(0, zoneLength).padEnd(zoneLength, '<')

/**
 * Returns the machine-readable zone: two lines of 36 characters (size TD2). The first has country and
 * name or project, the second has code, date, kilograms and registry.
 */
export function certificateZone(certificate: Certificate): readonly [string, string] {
  const { code, date, kg, name, currentPlaces } = certificate
  const { country, registry, project } = currentPlaces[0]
  const day = date.slice(2).replaceAll('-', '')
  const facts = `${code}${checkDigit(code)}${day}${checkDigit(day)}KG${String(kg).padStart(5, '0')}`
  const secondLine = `${facts}${plainLetters(registry).slice(0, 4)}`.padEnd(zoneLength - 1, '<')
  const nameOrProject = plainLetters(name ?? '') || plainLetters(project)
  return [zoneLine(`C<${country}<${nameOrProject}`), `${secondLine}${checkDigit(secondLine)}`]
}
