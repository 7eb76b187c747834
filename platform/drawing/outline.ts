// Converts path data, lines and letters to closed outlines of points, which a picture fills. Pure except
// for reading fonts.
import { type Face, runsOf, sizeOf } from '#platform/drawing/faces.ts'

export type Point = readonly [x: number, y: number]
/** Closed polygons. A polygon in the opposite direction cuts a hole. */
export type Outline = readonly (readonly Point[])[]

/** Number of straight segments of a curve. */
const curveSegments = 6

/** Transformation of a shape: it is scaled, rotated by `turn` degrees, and moved by `x` and `y`. */
export type Placing = { x?: number; y?: number; scale?: number; scaleY?: number; turn?: number }

function transformation({ x = 0, y = 0, scale = 1, scaleY = scale, turn = 0 }: Placing) {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return ([px, py]: Point): Point => {
    const [sx, sy] = [px * scale, py * scaleY]
    return [x + sx * cos - sy * sin, y + sx * sin + sy * cos]
  }
}

/** Bernstein weights of the `count` points of a line, or of a quadratic or cubic Bezier curve, at `t`. */
function weightsAt(t: number, count: number): readonly number[] {
  const u = 1 - t
  if (count === 2) return [u, t]
  if (count === 3) return [u * u, 2 * u * t, t * t]
  return [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
}

const weightsOf = new Map(
  [2, 3, 4].map((count) => {
    const segments = count === 2 ? 1 : curveSegments
    const places = Array.from({ length: segments }, (_, segment) => (segment + 1) / segments)
    return [count, places.map((place) => weightsAt(place, count))] as const
  }),
)

function weightedSum(points: readonly Point[], weights: readonly number[]): Point {
  let x = 0
  let y = 0
  for (const [place, weight] of weights.entries()) {
    const point = points[place] ?? [0, 0]
    x += point[0] * weight
    y += point[1] * weight
  }
  return [x, y]
}

/** Collects lines and curves into polygons. */
function tracer() {
  const runs: Point[][] = []
  const last = (): Point => runs.at(-1)?.at(-1) ?? [0, 0]
  return {
    runs,
    last,
    move: (to: Point) => void runs.push([to]),
    /** Adds a curve through control points to the last point. */
    curve(points: readonly Point[]) {
      const all = [last(), ...points]
      const run = runs.at(-1)
      for (const weights of weightsOf.get(all.length) ?? []) run?.push(weightedSum(all, weights))
    },
  }
}

const pointsPerCommand: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, C: 3 }

/** Returns the polygons of path data with the commands M, L, H, V, Q, C and Z in absolute coordinates. */
export function pathOutline(path: string, placing: Placing = {}): Outline {
  const trace = tracer()
  for (const [, command = '', values = ''] of path.matchAll(/([MLHVQCZ])([^MLHVQCZ]*)/g)) {
    const numbers = (values.match(/-?[\d.]+/g) ?? []).map(Number)
    if (command === 'Z') trace.curve([trace.runs.at(-1)?.[0] ?? [0, 0]])
    for (const number of command === 'H' ? numbers : []) trace.curve([[number, trace.last()[1]]])
    for (const number of command === 'V' ? numbers : []) trace.curve([[trace.last()[0], number]])
    const pairs = numbers.flatMap((x, place): Point[] => {
      return place % 2 === 0 ? [[x, numbers[place + 1] ?? 0]] : []
    })
    const count = pointsPerCommand[command] ?? pairs.length + 1
    for (let place = 0; place + count <= pairs.length; place += count) {
      const points = pairs.slice(place, place + count)
      if (command === 'M' && place === 0) trace.move(points[0] ?? [0, 0])
      else trace.curve(points)
    }
  }
  return transformOutline(trace.runs, placing)
}

/** Returns the outline scaled, rotated and moved. */
export function transformOutline(outline: Outline, placing: Placing): Outline {
  const place = transformation(placing)
  return outline.map((run) => run.map(place))
}

/** Returns the outline of a line of this width along each run of points. */
export function strokeOutline(runs: Outline, width: number): Outline {
  return runs.flatMap((run) =>
    run.slice(1).flatMap((to, place) => {
      const from = run[place] ?? to
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
      const length = Math.hypot(dx, dy)
      if (length === 0) return []
      const [nx, ny] = [((-dy / length) * width) / 2, ((dx / length) * width) / 2]
      return [
        [
          [from[0] + nx, from[1] + ny],
          [to[0] + nx, to[1] + ny],
          [to[0] - nx, to[1] - ny],
          [from[0] - nx, from[1] - ny],
        ] as const,
      ]
    }),
  )
}

/** Returns a circle as a polygon. */
export function circle(x: number, y: number, radius: number): Outline {
  const points = Array.from({ length: 97 }, (_, step): Point => {
    const angle = (step / 96) * Math.PI * 2
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
  return [points]
}

export type Lettering = { readonly face: Face; readonly size: number; readonly tracking?: number }

/** Returns the outline and the width of letters on a baseline that begins at (x, y). */
export function letterOutline(
  text: string,
  { face, size, tracking = 0 }: Lettering,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly outline: Outline; readonly width: number } {
  const outline: (readonly Point[])[] = []
  let pen = x
  for (const run of runsOf(face, text)) {
    const { font } = run.cut
    const { size: runSize, drop } = sizeOf(run, size)
    const scale = runSize / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)
    for (const [index, glyph] of glyphs.entries()) {
      const placing = {
        x: pen + (positions[index]?.xOffset ?? 0) * scale,
        y: y + drop,
        scale,
        scaleY: -scale,
      }
      outline.push(...pathOutline(glyph.path.toSVG(), placing))
      pen += (positions[index]?.xAdvance ?? 0) * scale + tracking
    }
  }
  return { outline, width: pen - x - (text === '' ? 0 : tracking) }
}
