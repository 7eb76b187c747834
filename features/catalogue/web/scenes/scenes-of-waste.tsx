// Draws the subjects of waste and animals: landfill, waste water, compost, bins, manure and cattle. The
// ground is at y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'
import { Flame } from './scenes-of-homes.tsx'

type CowProps = { x: number; y: number; size?: number; ink: string }

export function Cow({ x, y, size = 1, ink }: CowProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        d="M-30-34c10-4 36-4 46-2l8-8 10 2 4 10-6 8-8-1c-1 10-3 14-5 17l-1 8h-6l-1-10h-22l-2 10h-6l-1-12c-5-4-8-12-10-22Z"
        fill={ink}
      />
      <path d="M-12-36c8-2 14 0 14 6s-10 10-14 6-4-11 0-12Z" fill="#6b4a33" />
      <path d="M-30-33c-6 4-6 12-4 18" fill="none" stroke={ink} strokeWidth="3" />
    </g>
  )
}

function Barn({ light }: { light: string }) {
  return (
    <>
      <path d="M196 142V98l30-22 30 22v44Z" fill="#b5482f" />
      <path d="M190 100l36-27 36 27" fill="none" stroke={light} strokeWidth="5" />
      <path
        d="M212 142v-28h28v28M212 114l28 28M240 114l-28 28"
        stroke={light}
        fill="none"
        strokeWidth="2.4"
      />
    </>
  )
}

export function Livestock({ palette, vary }: SubjectProps) {
  return (
    <>
      <Barn light={palette.light} />
      <Cow x={92 + vary(0) * 20} y={150} ink={palette.light} />
      <Cow x={150 + vary(1) * 10} y={162} size={0.7} ink="#efe4cf" />
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

/** Draws a stable with a covered pond of manure, whose gas is burnt. It shows no animal of one kind. */
export function Manure({ palette, vary }: SubjectProps) {
  const x = 96 + vary(0) * 14
  return (
    <>
      <Barn light={palette.light} />
      <ellipse cx={x} cy="148" rx="74" ry="12" fill="#6b5a3c" />
      <path d={`M${x - 68} 147c8-36 128-36 136 0Z`} fill="#5d7468" />
      <path d={`M${x - 40} 131c24-12 56-12 80 0`} fill="none" stroke="#8fa79a" strokeWidth="3" />
      <Line
        d={`M${x + 4} 122v-22h${72 + vary(1) * 6}v48`}
        stroke={palette.dark}
        strokeWidth="4.5"
        strokeLinejoin="round"
      />
      <path d={`M${x - 84} 150V98h7v52Z`} fill={palette.light} />
      <Flame x={x - 81} y={97} size={0.8} />
    </>
  )
}

/** Draws two basins of waste water, and the tank that collects their gas. */
export function Wastewater({ palette, vary }: SubjectProps) {
  const x = 92 + vary(0) * 16
  const basin = (left: number) => (
    <g transform={`translate(${left} 148)`}>
      <path d="M-54-4v14a54 12 0 0 0 108 0V-4Z" fill="#cdc5b1" />
      <ellipse cy="-4" rx="54" ry="13" fill="#e8e2d2" />
      <ellipse cy="-3" rx="46" ry="10" fill="#86a58c" />
      <Line d="M-46-3h92M0-13v10" stroke={palette.dark} strokeWidth="3" />
    </g>
  )
  return (
    <>
      <path d={`M${x + 54} 132V86a44 24 0 0 1 88 0v46Z`} fill={palette.light} />
      <path d={`M${x + 116} 65c16 3 26 12 26 21v46h-26Z`} fill="#000" opacity="0.06" />
      <Line d={`M${x + 54} 104H${x - 18}v32`} stroke={palette.dark} strokeWidth="4.5" />
      <path d={`M${x + 162} 140V88h7v52Z`} fill={palette.light} />
      <Flame x={x + 165} y={87} size={0.8} />
      {basin(x - 16)}
      {basin(x + 106)}
    </>
  )
}

/** Draws heaps of compost, one of them turned with a fork. */
export function Compost({ palette, vary }: SubjectProps) {
  const x = 70 + vary(0) * 20
  const heap = (left: number, size: number) => (
    <g transform={`translate(${left} 152) scale(${size})`}>
      <path d="M-54 0c8-30 28-52 54-52s46 22 54 52Z" fill="#6b4a33" />
      <path d="M-20-38c12-12 30-10 42 6-14-4-28-6-42-6Z" fill="#8a6444" />
      <path
        d="M-30-10l9-5M6-16l10 3M-8-32l8-5M26-8l8-6M-14-4l7 3"
        stroke="#7fae52"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <Line
        d="M-10-62c-6-8 5-12 0-20M10-62c-6-8 5-12 0-20"
        stroke="#fff"
        strokeOpacity="0.7"
        strokeWidth="3"
      />
    </g>
  )
  return (
    <>
      {heap(x + 92, 0.8)}
      {heap(x, 1)}
      {heap(x + 176, 0.95)}
      <Line
        d={`M${x + 92} 152 ${x + 120} 84M${x + 82} 146l20 8M${x + 82} 146l-4 12M${x + 92} 152l-4 12M${x + 102} 154l-4 12`}
        stroke={palette.dark}
        strokeWidth="4"
      />
    </>
  )
}

/** Draws three bins for sorted waste. */
export function Bins({ palette, vary }: SubjectProps) {
  const x = 76 + vary(0) * 24
  return ['#2f7d5b', '#d3a443', '#4a7f9c'].map((ink, i) => (
    <g key={ink} transform={`translate(${x + i * 66} 152)`}>
      <path d="M-22-66h44l-5 66h-34Z" fill={ink} />
      <path d="M8-66h14l-5 66H6Z" fill="#000" opacity="0.1" />
      <path d="M-27-78h54v12h-54ZM-9-84H9v7H-9Z" fill={palette.dark} />
      <path
        d="M-8-24 0-40 8-24ZM-12-18h24"
        fill="none"
        stroke={palette.light}
        strokeWidth="3.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </g>
  ))
}
