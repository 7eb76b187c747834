// Draws the subjects of homes and villages: stoves, lamps, water, heat of the sun, biogas and biomass. The
// ground is at y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'

export function House({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-24 0V-24L0-40 24-24V0Z" fill="#c47b4a" />
      <path d="M0-40 24-24V0H0Z" fill="#000" opacity="0.07" />
      <path d="M-6 0V-15H6V0Z" fill="#7a3e22" />
      <Line d="M-30-21 0-42 30-21" stroke="#7a3e22" strokeWidth="5" />
    </g>
  )
}

export function Flame({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        d="M0 0c-11-4-9-15-3-20 1 4 3 5 4 5-2-8 2-13 6-16-1 8 7 12 5 21-1 6-6 10-12 10Z"
        fill="#d9683c"
      />
      <path d="M1-1c-5-2-4-7-1-10 2 3 6 5 4 8-1 2-2 2-3 2Z" fill="#f6c667" />
    </g>
  )
}

export function Biogas({ palette, vary }: SubjectProps) {
  const x = 108 + vary(0) * 20
  return (
    <>
      <g transform={`translate(${x} 142)`}>
        <path d="M-50 0a50 44 0 0 1 100 0Z" fill={palette.light} />
        <path d="M6-43a50 44 0 0 1 44 43H18a50 60 0 0 0-12-43Z" fill="#000" opacity="0.06" />
        <path
          d="M-50 0a50 44 0 0 1 100 0M-30 0a30 44 0 0 1 60 0M0-44V0"
          fill="none"
          stroke="#a59a78"
          strokeWidth="2"
        />
      </g>
      <Line
        d={`M${x + 50} 134H${x + 92}V116`}
        stroke={palette.dark}
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <Flame x={x + 91} y={114} />
      <House x={x + 142} y={142} />
    </>
  )
}

export function Cookstove({ palette, vary }: SubjectProps) {
  const x = 140 + vary(0) * 30
  return (
    <>
      <House x={x + 112} y={138} size={0.8} />
      <House x={x - 100} y={136} size={0.62} />
      <Line
        d={`M${x + 6} 62c-8-9 6-15 0-26M${x - 12} 66c-7-8 5-13 0-22M${x + 22} 66c-7-8 5-13 0-22`}
        stroke="#fff"
        strokeOpacity="0.85"
        strokeWidth="3.4"
      />
      <path d={`M${x - 34} 76h78l-6 28h-66Z`} fill={palette.dark} />
      <path d={`M${x - 40} 76h90`} stroke={palette.dark} strokeWidth="6" strokeLinecap="round" />
      <path d={`M${x - 32} 106h74l8 44h-90Z`} fill="#b7653d" />
      <path d={`M${x + 14} 106h28l8 44h-30Z`} fill="#000" opacity="0.1" />
      <path d={`M${x - 12} 150v-14a17 17 0 0 1 34 0v14Z`} fill="#40190c" />
      <Flame x={x + 4} y={150} size={0.95} />
    </>
  )
}

export function Waterworks({ palette, vary }: SubjectProps) {
  const x = 130 + vary(0) * 40
  return (
    <>
      <House x={x + 108} y={139} size={0.8} />
      <ellipse cx={x} cy="150" rx="62" ry="10" fill="#8cc0cf" />
      <path d={`M${x - 8} 148V84h12v64Z`} fill="#4a6f80" />
      <Line d={`M${x - 2} 90h32c7 0 10 4 10 12`} stroke="#4a6f80" strokeWidth="9" />
      <Line
        d={`M${x - 2} 84C${x - 8} 70 ${x - 26} 66 ${x - 48} 74`}
        stroke={palette.dark}
        strokeWidth="6"
      />
      <path d={`M${x + 37} 108h6l2 26h-10Z`} fill="#d4ecf3" />
      <path d={`M${x + 26} 126h28l-4 26h-20Z`} fill={palette.light} />
      <path d={`M${x + 28} 130h24`} stroke="#8cc0cf" strokeWidth="4" />
    </>
  )
}

/** Column and row of each log in the pile: three at the bottom, then two, then one. */
const logPlaces = [
  [0, 0],
  [1, 0],
  [2, 0],
  [0.5, 1],
  [1.5, 1],
  [1, 2],
] as const

export function Biomass({ palette, vary }: SubjectProps) {
  const x = 200 + vary(0) * 30
  return (
    <>
      <path d={`M${x + 52} 66c-9-14 11-18 2-34 14 4 22 20 12 34Z`} fill="#fff" opacity="0.75" />
      <path d={`M${x + 46} 142V66h16v76Z`} fill={palette.light} />
      <path d={`M${x - 20} 142v-36h70v36Z`} fill="#4d6b5c" />
      <path d={`M${x - 26} 107l41-20 41 20Z`} fill={palette.dark} />
      <path d={`M${x - 6} 142v-20h18v20Z`} fill={palette.dark} />
      {logPlaces.map(([column, row]) => (
        <g key={`${column} ${row}`} transform={`translate(${66 + column * 30} ${134 - row * 25})`}>
          <circle r="14" fill="#a9713f" />
          <circle r="10" fill="#dcb27a" />
          <circle r="5.5" fill="none" stroke="#a9713f" strokeWidth="1.6" />
        </g>
      ))}
    </>
  )
}

/** Draws a village, for work in homes that nothing describes further. */
export function Home({ vary }: SubjectProps) {
  const x = 60 + vary(0) * 30
  return (
    <>
      <House x={x + 64} y={130} size={0.7} />
      <House x={x + 172} y={134} size={0.85} />
      <House x={x} y={146} size={1.05} />
      <House x={x + 112} y={152} size={1.2} />
    </>
  )
}

/** Draws a mirror that gathers the sun's rays under a pot. */
export function SolarCooker({ palette, vary }: SubjectProps) {
  const x = 150 + vary(0) * 24
  return (
    <>
      <House x={x + 118} y={140} size={0.8} />
      <Line
        d={`M${x} 128 ${x - 26} 158M${x} 128 ${x + 26} 158M${x} 104V70`}
        stroke={palette.dark}
        strokeWidth="5"
      />
      <path d={`M${x - 70} 78c8 66 132 66 140 0Z`} fill="#cfe3ea" />
      <path d={`M${x - 70} 78c4 34 38 50 70 50-26-10-40-28-44-50Z`} fill="#fff" opacity="0.6" />
      <ellipse cx={x} cy="78" rx="70" ry="11" fill="#e9f3f6" />
      <path
        d={`M${x - 52} 76 ${x - 8} 56M${x + 52} 76 ${x + 8} 56M${x - 24} 82 ${x - 3} 60M${x + 24} 82 ${x + 3} 60`}
        stroke="#f3c969"
        strokeWidth="2.4"
      />
      <path d={`M${x - 20} 36h40l-4 22h-32Z`} fill={palette.dark} />
      <Line d={`M${x - 25} 37h50`} stroke={palette.dark} strokeWidth="5" />
    </>
  )
}

/** Draws a collector and its tank on the roof of a house. */
export function SolarHeater({ palette, vary }: SubjectProps) {
  const x = 160 + vary(0) * 30
  return (
    <>
      <House x={x - 110} y={138} size={0.8} />
      <path d={`M${x - 64} 150V96h128v54Z`} fill="#c47b4a" />
      <path d={`M${x - 78} 98 ${x - 46} 52h92l32 46Z`} fill="#7a3e22" />
      <path d={`M${x - 12} 150v-32h24v32Z`} fill="#7a3e22" />
      <path d={`M${x + 28} 112h20v18h-20ZM${x - 48} 112h20v18h-20Z`} fill="#f3d98b" />
      <g transform={`translate(${x - 34} 60) skewX(-20)`}>
        <path d="M0 0h60v32H0Z" fill="#23485e" />
        <path d="M10 0v32M20 0v32M30 0v32M40 0v32M50 0v32" stroke="#7fb0c2" strokeWidth="2" />
      </g>
      <path
        d={`M${x - 38} 46h76a7 7 0 0 1 0 15h-76a7 7 0 0 1 0-15Z`}
        fill={palette.light}
        stroke="#a59a78"
        strokeWidth="1.6"
      />
    </>
  )
}

function Glow({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle cx={x} cy={y} r="56" fill="#ffe9a3" opacity="0.35" />
      <circle cx={x} cy={y} r="36" fill="#ffe9a3" opacity="0.55" />
    </>
  )
}

/** Draws a lantern and the small panel that charges it. */
export function SolarLamp({ palette, vary }: SubjectProps) {
  const x = 128 + vary(0) * 20
  return (
    <>
      <House x={x + 140} y={140} size={0.85} />
      <Glow x={x} y={102} />
      <Line d={`M${x - 18} 76a18 22 0 0 1 36 0`} stroke={palette.dark} strokeWidth="4" />
      <path d={`M${x - 22} 76h44v10h-44ZM${x - 26} 128h52v16h-52Z`} fill={palette.dark} />
      <path d={`M${x - 20} 86h40l4 42h-48Z`} fill="#fff3c9" />
      <path d={`M${x - 8} 128c-4-18 4-22 8-32 4 10 12 14 8 32Z`} fill="#f6c667" />
      <g transform={`translate(${x + 46} 122) skewX(-18)`}>
        <path d="M14 24v14M36 24v14" stroke={palette.dark} strokeWidth="3" />
        <path d="M0 0h52v26H0Z" fill="#23485e" />
        <path d="M0 13h52M17 0v26M35 0v26" stroke="#7fb0c2" strokeWidth="1.4" />
      </g>
      <Line d={`M${x + 27} 140h24`} stroke={palette.dark} strokeWidth="2.4" />
    </>
  )
}

/** Draws a light bulb. */
export function Lighting({ palette, vary }: SubjectProps) {
  const x = 140 + vary(0) * 30
  return (
    <>
      <House x={x + 112} y={140} size={0.9} />
      <House x={x - 100} y={138} size={0.7} />
      <Line d={`M${x} 0v30`} stroke={palette.dark} strokeWidth="3" />
      <Glow x={x} y={84} />
      <path d={`M${x - 10} 28h20v20h-20Z`} fill={palette.dark} />
      <path
        d={`M${x - 10} 48c0 12-20 18-20 38a30 30 0 0 0 60 0c0-20-20-26-20-38Z`}
        fill="#fff3c9"
        stroke="#e7c987"
        strokeWidth="2"
      />
      <Line
        d={`M${x - 8} 92v-14l8 8 8-8v14`}
        stroke="#d9883c"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </>
  )
}
