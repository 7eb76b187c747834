// Draws the outlines of visa stamps, and the SVG filter that makes them look stamped by hand. A page needs
// the filter once.

import { stampOutlines } from '#values/drawing/stamp-outlines.ts'
import type { StampShape } from '#values/lists/achievements.ts'

export function StampFrame({ shape }: { shape: StampShape }) {
  return stampOutlines[shape].map(({ path, width }) => (
    <path key={path} d={path} strokeWidth={width} strokeLinejoin="round" />
  ))
}

/** Defines the SVG filter for rough edges and thin ink. All stamps on the page refer to it. */
export function StampInk() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <filter id="stamp-ink" x="-5%" y="-5%" width="110%" height="110%">
        <feTurbulence
          type="fractalNoise"
          baseFrequency="0.9"
          numOctaves="2"
          seed="4"
          result="grain"
        />
        <feDisplacementMap in="SourceGraphic" in2="grain" scale="1.5" result="rough" />
        <feTurbulence
          type="fractalNoise"
          baseFrequency="0.035 0.05"
          numOctaves="3"
          seed="9"
          result="pressure"
        />
        <feColorMatrix
          in="pressure"
          values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3.1 2.95"
          result="mask"
        />
        <feComposite in="rough" in2="mask" operator="in" />
      </filter>
    </svg>
  )
}
