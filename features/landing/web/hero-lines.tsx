// Draws the guilloche behind the hero after the page's code has loaded, so that the prerendered document
// stays small. It fades in and shifts no layout.
import { useEffect, useState } from 'react'
import { bandPath } from '#values/drawing/guilloche-lines.ts'

const width = 1200
const height = 640

function heroBands() {
  const band = { width, frequency: 1.3, step: 24 }
  return {
    upper: bandPath({
      ...band,
      ...{ y: 190, amplitude: 120, lines: 30, phase: 0.6, drift: 0.075 },
    }),
    lower: bandPath({
      ...band,
      ...{ y: 480, amplitude: 130, lines: 34, phase: 3.4, drift: 0.065, frequency: 1.1 },
    }),
  }
}

export function HeroLines() {
  const [bands, setBands] = useState<ReturnType<typeof heroBands>>()
  useEffect(() => setBands(heroBands()), [])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={`absolute inset-0 size-full [transition:opacity_900ms] ${bands ? 'opacity-26' : 'opacity-0'}`}
      fill="none"
      strokeWidth="0.7"
      aria-hidden="true"
    >
      <path d={bands?.upper} className="stroke-(--hero-line-upper)" />
      <path d={bands?.lower} className="stroke-(--hero-line-lower)" />
    </svg>
  )
}
