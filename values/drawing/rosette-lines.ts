// Draws the petals of a rosette of fine lines as SVG path data. Apart from guilloche-lines.ts, because the
// landing page's first picture needs nothing else. Pure geometry without colours.
import { seededRandom } from './seeded-random.ts'

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Returns one petal of a rosette around (0, 0), with all its layers. The caller draws `petals` rotated
 * copies. The spikes of the rim stay in place while the inner waves shift from layer to layer.
 */
export function petalPath(rosette: {
  radius: number
  petals: number
  layers: number
  /** Depth of the cuts in the rim, 0 to 0.5. */
  cut: number
  seed: string
}): string {
  const { radius, petals, layers, cut, seed } = rosette
  const random = seededRandom(seed)
  const inner = 0.36 + random() * 0.12
  const ripple = 2 + Math.floor(random() * 3)
  const count = ripple * 8
  let path = ''
  for (let layer = 0; layer < layers; layer++) {
    const phase = (layer / layers) * Math.PI * 2
    for (let i = 0; i <= count; i++) {
      const turn = (i / count) * Math.PI * 2
      const wave = 0.5 + 0.5 * Math.sin(turn + phase)
      const rim = 1 - cut + cut * Math.cos(ripple * turn)
      const r = radius * (inner + (1 - inner) * wave * rim)
      const angle = turn / petals
      const text = `${round(r * Math.cos(angle))} ${round(r * Math.sin(angle))}`
      path += `${i === 0 ? 'M' : 'L'}${text}`
    }
  }
  return path
}
