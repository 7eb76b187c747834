// Draws the subjects of homes and farms: biogas, stoves, water, animals, waste and biomass. The ground is
// at y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'

function House({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-24 0V-24L0-40 24-24V0Z" fill="#c47b4a" />
      <path d="M0-40 24-24V0H0Z" fill="#000" opacity="0.07" />
      <path d="M-6 0V-15H6V0Z" fill="#7a3e22" />
      <Line d="M-30-21 0-42 30-21" stroke="#7a3e22" strokeWidth="5" />
    </g>
  )
}

function Flame({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
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

export function Livestock({ palette, vary }: SubjectProps) {
  const cow = (x: number, y: number, size: number, ink: string) => (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        d="M-30-34c10-4 36-4 46-2l8-8 10 2 4 10-6 8-8-1c-1 10-3 14-5 17l-1 8h-6l-1-10h-22l-2 10h-6l-1-12c-5-4-8-12-10-22Z"
        fill={ink}
      />
      <path d="M-12-36c8-2 14 0 14 6s-10 10-14 6-4-11 0-12Z" fill="#6b4a33" />
      <path d="M-30-33c-6 4-6 12-4 18" fill="none" stroke={ink} strokeWidth="3" />
    </g>
  )
  return (
    <>
      <path d="M196 142V98l30-22 30 22v44Z" fill="#b5482f" />
      <path d="M190 100l36-27 36 27" fill="none" stroke={palette.light} strokeWidth="5" />
      <path
        d="M212 142v-28h28v28M212 114l28 28M240 114l-28 28"
        stroke={palette.light}
        fill="none"
        strokeWidth="2.4"
      />
      {cow(92 + vary(0) * 20, 150, 1, palette.light)}
      {cow(150 + vary(1) * 10, 162, 0.7, '#efe4cf')}
    </>
  )
}

export function Landfill({ palette, vary }: SubjectProps) {
  const x = 30 + vary(0) * 24
  return (
    <>
      <path d={`M${x} 150c20-54 54-64 84-62s60 20 92 62Z`} fill="#8b8560" />
      <path d={`M${x + 30} 116c16-22 36-29 54-28s32 10 46 22Z`} fill="#6f8f4e" />
      {[46, 84, 120].map((pipe, i) => (
        <Line
          key={pipe}
          d={`M${x + pipe} ${112 - i * 2}v-26`}
          stroke={palette.light}
          strokeWidth="5"
        />
      ))}
      <path
        d={`M${x + 46} 90h130v44`}
        fill="none"
        stroke={palette.light}
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d={`M${x + 160} 150v-30h52v30Z`} fill="#4d6b5c" />
      <path d={`M${x + 168} 128h12v10h-12zM${x + 190} 128h12v10h-12z`} fill="#f3d98b" />
      <path d={`M${x + 218} 150v-52h8v52Z`} fill={palette.light} />
      <Flame x={x + 221} y={98} size={0.8} />
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
