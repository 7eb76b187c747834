// Draws the subjects of energy: wind, sun, water, geothermal heat and power lines. The ground is at y = 140
// in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'

export function Wind({ palette, vary }: SubjectProps) {
  const rotation = vary(0) * 100
  const turbines = [
    [86, 136, 1],
    [160, 132, 0.72],
    [214 + vary(1) * 24, 136, 0.55],
  ] as const
  return turbines.map(([x, y, size], i) => (
    <g key={x} transform={`translate(${x} ${y}) scale(${size})`} fill={palette.light}>
      <path d="M-2.6 6-1.5-78h3L2.6 6Z" />
      <g transform={`translate(0 -78) rotate(${rotation + i * 37})`}>
        {[0, 120, 240].map((angle) => (
          <path
            key={angle}
            d="M-2 0C-4-14-2-32 0-40 3-30 3-12 2 0Z"
            transform={`rotate(${angle})`}
          />
        ))}
        <circle r="4.5" />
      </g>
    </g>
  ))
}

export function Solar({ vary }: SubjectProps) {
  const shift = vary(0) * 30
  return [0, 1, 2].map((i) => (
    <g key={i} transform={`translate(${74 + shift + i * 66} ${110 + i * 3}) skewX(-16)`}>
      <path d="M14 38V54M44 38V54" stroke="#3c4a33" strokeWidth="3" />
      <rect width="58" height="40" rx="2" fill="#23485e" />
      <path
        d="M0 13.3H58M0 26.6H58M14.5 0V40M29 0V40M43.5 0V40"
        stroke="#7fb0c2"
        strokeWidth="1.3"
      />
      <path d="M4 0H20L6 40H2Z" fill="#fff" opacity="0.12" />
    </g>
  ))
}

/** Draws mirrors that reflect light onto a tower. */
export function SolarThermal({ palette, vary }: SubjectProps) {
  const x = 196 + vary(0) * 40
  return (
    <>
      <path d={`M${x - 5} 142 ${x - 3} 62h6L${x + 5} 142Z`} fill={palette.light} />
      <rect x={x - 7} y="50" width="14" height="15" rx="3" fill="#fff3c9" />
      <circle cx={x} cy="57" r="17" fill="#ffe9a3" opacity="0.5" />
      {[40, 78, 116, 154].map((mirror, i) => (
        <g key={mirror}>
          <path d={`M${mirror + 9} ${128 + i} ${x} 57`} stroke="#fff3c9" opacity="0.65" />
          <g transform={`translate(${mirror} ${124 + i}) skewX(-24)`}>
            <path d="M11 14V24" stroke="#4a4636" strokeWidth="2.6" />
            <rect width="24" height="15" rx="1.5" fill="#cfe3ea" />
            <path d="M0 0H9L2 15H0Z" fill="#fff" opacity="0.7" />
          </g>
        </g>
      ))}
    </>
  )
}

export function Hydro({ vary }: SubjectProps) {
  const lakeWidth = 96 + vary(0) * 40
  return (
    <>
      <path
        d={`M${118 - lakeWidth / 2} 104H${118 + lakeWidth}V128H${118 - lakeWidth / 2}Z`}
        fill="#7fb3c4"
      />
      <Line d={`M${118 - lakeWidth / 2} 111h34m12 0h22m16 4h18`} stroke="#d8ecf1" strokeWidth="2" />
      <path d={`M${96 + lakeWidth} 96h26l20 68h-66Z`} fill="#e8e2d2" />
      <path d={`M${112 + lakeWidth} 96h10l20 68h-18Z`} fill="#cdc5b1" />
      {[0, 1, 2].map((gate) => (
        <path
          key={gate}
          d={`M${96 + gate * 14 + lakeWidth} ${116}h8l2 46h-10Z`}
          fill="#a9d3de"
          stroke="#fff"
          strokeOpacity="0.6"
        />
      ))}
      <path d={`M${80 + lakeWidth} 164c20-8 50-8 78 0l34 16H${60 + lakeWidth}Z`} fill="#8cc0cf" />
    </>
  )
}

export function Geothermal({ palette, vary }: SubjectProps) {
  const steam = (x: number, y: number, size: number) => (
    <path
      d={`M${x} ${y}c${-9 * size} ${-14 * size} ${11 * size} ${-20 * size} 0 ${-36 * size}c${12 * size} ${8 * size} ${26 * size} ${2 * size} ${24 * size} ${-16 * size}c${14 * size} ${20 * size} ${-2 * size} ${34 * size} ${-24 * size} ${52 * size}Z`}
      fill="#fff"
      opacity="0.8"
    />
  )
  return (
    <>
      {steam(104, 100, 1)}
      {steam(232 + vary(0) * 14, 106, 0.8)}
      <path d="M82 142c2-16 6-30 8-44h28c2 14 6 28 8 44Z" fill={palette.light} />
      <path d="M104 98h14c2 14 6 28 8 44h-16Z" fill="#000" opacity="0.08" />
      <rect x="138" y="114" width="58" height="28" fill="#c47b4a" />
      <path d="M134 115 167 98l33 17Z" fill="#7a3e22" />
      <path d="M196 132h36v-20" fill="none" stroke={palette.light} strokeWidth="5" />
    </>
  )
}

export function Grid({ palette, vary }: SubjectProps) {
  const sagDepth = 14 + vary(0) * 10
  const pylon = (x: number, size: number) => (
    <g
      transform={`translate(${x} 142) scale(${size})`}
      fill="none"
      stroke={palette.dark}
      strokeWidth="2.6"
      strokeLinejoin="round"
    >
      <path d="M-16 0-5-62 0-92 5-62 16 0M-12-24 12-24M-9-42 9-42M-12-24 9-42M12-24-9-42M-22-74H22M-17-62H17" />
    </g>
  )
  const wire = (ax: number, ay: number, bx: number, by: number) =>
    `M${ax} ${ay}Q${(ax + bx) / 2} ${(ay + by) / 2 + sagDepth} ${bx} ${by}`
  return (
    <>
      <path
        d={`${wire(-20, 66, 70, 68)}${wire(-20, 74, 70, 80)}${wire(114, 68, 208, 84)}${wire(112, 80, 210, 92)}${wire(240, 84, 340, 88)}`}
        fill="none"
        stroke={palette.dark}
        strokeWidth="1.2"
      />
      {pylon(92, 1)}
      {pylon(224, 0.78)}
    </>
  )
}
