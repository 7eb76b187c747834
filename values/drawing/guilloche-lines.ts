// Draws the fine lines of a banknote as SVG path data from a passport's id, different for each
// passport. Pure geometry without colours.
import { petalPath } from './rosette-lines.ts'
import { seededRandom } from './seeded-random.ts'

type Point = readonly [x: number, y: number]

const round = (value: number) => Math.round(value * 10) / 10

/** Returns a smooth path through points: quadratic curves that meet half-way between them. */
function smoothPath(points: readonly Point[]): string {
  const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]
  const text = ([x, y]: Point) => `${round(x)} ${round(y)}`
  let path = ''
  for (let i = 0; i + 1 < points.length; i++) {
    const [here, next] = [points[i], points[i + 1]]
    if (!here || !next) break
    path += i === 0 ? `M${text(here)}` : `Q${text(here)} ${text(middle(here, next))}`
  }
  return path
}

export type Band = {
  width: number
  y: number
  amplitude: number
  lines: number
  /** Number of waves over the width. */
  frequency: number
  phase: number
  /** Phase shift of each line against the previous one. */
  drift: number
  step?: number
}

/** Returns lines that share an envelope, each shifted in phase, as one path. */
export function bandPath(band: Band): string {
  const { width, y, amplitude, lines, frequency, phase, drift, step = 14 } = band
  let path = ''
  for (let line = 0; line < lines; line++) {
    const spread = Math.cos((line / lines) * Math.PI * 1.2)
    const points: Point[] = []
    for (let x = -step; x <= width + 2 * step; x += step) {
      const t = x / width
      const envelope = Math.sin(Math.PI * Math.min(1, Math.max(0, t))) * 0.55 + 0.45
      const wave = Math.sin(t * frequency * Math.PI * 2 + phase + line * drift)
      const swell = Math.sin(t * frequency * Math.PI * 0.7 + phase * 2) * amplitude * 0.35
      const offset = (line - lines / 2) * 0.9
      points.push([x, y + wave * amplitude * envelope * spread + swell + offset])
    }
    path += smoothPath(points)
  }
  return path
}

/** Returns the lines of a passport page of `width` by `height`, from its id alone. */
export function passportLines(id: string, width: number, height: number) {
  const random = seededRandom(id)
  const upper = bandPath({
    ...{ width, y: height * 0.28, amplitude: height * 0.2, lines: 26 },
    ...{ frequency: 1.2 + random() * 0.6, phase: random() * 6, drift: 0.07 + random() * 0.05 },
  })
  const lower = bandPath({
    ...{ width, y: height * 0.72, amplitude: height * 0.24, lines: 30 },
    ...{ frequency: 1 + random() * 0.7, phase: random() * 6, drift: 0.06 + random() * 0.05 },
  })
  const large = 11 + Math.floor(random() * 8)
  const small = 7 + Math.floor(random() * 5)
  return {
    upper,
    lower,
    large: {
      path: petalPath({
        radius: height * 0.5,
        petals: large,
        layers: 10,
        cut: 0.07,
        seed: `${id}:large`,
      }),
      petals: large,
      x: width * (0.78 + random() * 0.08),
      y: height * 0.42,
    },
    small: {
      path: petalPath({
        radius: height * 0.26,
        petals: small,
        layers: 8,
        cut: 0.1,
        seed: `${id}:small`,
      }),
      petals: small,
      x: width * 0.1,
      y: height * 0.88,
    },
  }
}
