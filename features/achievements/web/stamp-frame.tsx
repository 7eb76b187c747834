// Draws the outlines of visa stamps, and the SVG filter that makes them look stamped by hand. A page needs
// the filter once.

import type { StampShape } from '#values/lists/achievements.ts'

export function StampFrame({ shape }: { shape: StampShape }) {
  switch (shape) {
    case 'round':
      return (
        <>
          <circle cx="60" cy="60" r="53" strokeWidth="2.6" />
          <circle cx="60" cy="60" r="47" strokeWidth="1" />
        </>
      )
    case 'oval':
      return (
        <>
          <ellipse cx="60" cy="60" rx="57" ry="43" strokeWidth="2.6" />
          <ellipse cx="60" cy="60" rx="51" ry="37" strokeWidth="1" />
        </>
      )
    case 'hex':
      return (
        <>
          <path d="M60 5 108 33V87L60 115 12 87V33Z" strokeWidth="2.6" strokeLinejoin="round" />
          <path d="M60 13 101 37V83L60 107 19 83V37Z" strokeWidth="1" strokeLinejoin="round" />
        </>
      )
    case 'date':
      return (
        <>
          <path d="M6 28H114V92H6Z" strokeWidth="2.6" strokeLinejoin="round" />
          <path d="M6 38H114M6 82H114" strokeWidth="1" />
          <path d="M12 33h20M88 87h20M50 87h20M50 33h20M88 33h20M12 87h20" strokeWidth="2.4" />
        </>
      )
    case 'rect':
      return (
        <>
          <rect x="5" y="20" width="110" height="80" rx="7" strokeWidth="2.6" />
          <rect x="11" y="26" width="98" height="68" rx="3.5" strokeWidth="1" />
        </>
      )
  }
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
