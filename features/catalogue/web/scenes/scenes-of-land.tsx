// Draws the subjects of land: forest, wetland, grassland, fields and the general meadow. The ground is at
// y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'
import { House } from './scenes-of-homes.tsx'
import { Cow } from './scenes-of-waste.tsx'

const indexes = (count: number) => [...Array(count).keys()]

export function Forest({ palette, vary }: SubjectProps) {
  const trees = Array.from({ length: 9 }, (_, i) => ({
    x: 20 + i * 33 + vary(i) * 18,
    size: 0.62 + vary(i + 9) * 0.6,
    round: palette.hasRoundTrees || vary(i + 18) > 0.6,
  }))
  return trees.map(({ x, size, round }, i) => (
    <g key={x} transform={`translate(${x} ${142 + (i % 3) * 8}) scale(${size})`}>
      <path d="M-2.5 0V-26h5V0Z" fill="#5b4129" />
      {round ? (
        <>
          <circle cy="-46" r="24" fill={palette.middle} />
          <path d="M0-70a24 24 0 0 1 0 48Z" fill={palette.near} opacity="0.55" />
        </>
      ) : (
        <>
          <path d="M0-86 22-48H13L26-16H-26L-13-48H-22Z" fill={palette.near} />
          <path d="M0-86-22-48H-13L-26-16H0Z" fill="#fff" opacity="0.12" />
        </>
      )}
    </g>
  ))
}

/** Draws a seedling, the product's logo, for types without a drawing of their own. */
export function Meadow({ palette, vary }: SubjectProps) {
  const x = 150 + vary(0) * 30
  return (
    <>
      {[-96, -64, -30, 44, 78, 104].map((place, i) => (
        <Line
          key={place}
          d={`M${x + place} 158c0-10-4-16-9-20M${x + place} 158c0-12 4-20 10-24M${x + place} 158v-${16 + vary(i) * 14}`}
          stroke={palette.near}
          strokeWidth="2.6"
        />
      ))}
      <path d={`M${x} 160V96`} stroke={palette.dark} strokeWidth="5" strokeLinecap="round" />
      <path d={`M${x} 118c-34 0-44-20-44-42 30 0 44 14 44 42Z`} fill={palette.middle} />
      <path d={`M${x} 104c0-28 14-42 44-42 0 28-14 42-44 42Z`} fill={palette.near} />
      <path
        d={`M${x} 118C${x - 12} 100 ${x - 24} 88 ${x - 36} 82M${x} 104C${x + 10} 88 ${x + 24} 76 ${x + 36} 69`}
        fill="none"
        stroke={palette.light}
        strokeOpacity="0.55"
        strokeWidth="2"
      />
    </>
  )
}

/** Draws trees on arched roots in shallow water. */
export function Mangrove({ palette, vary }: SubjectProps) {
  const trees = Array.from({ length: 5 }, (_, i) => ({
    x: 34 + i * 62 + vary(i) * 16,
    size: 0.85 + vary(i + 6) * 0.35,
  }))
  return (
    <>
      <path d="M0 138C90 130 220 144 320 136V180H0Z" fill="#7fb3c4" />
      {trees.map(({ x, size }) => (
        <g key={x} transform={`translate(${x} 142) scale(${size})`}>
          <Line
            d="M0-34C-4-16-18-14-20 14M0-34C4-16 18-14 20 14M0-32C-2-14-9-10-10 16M0-32C2-14 9-10 10 16M0-46V4"
            stroke="#5b4129"
            strokeWidth="4"
          />
          <path d="M-34-52c-4-22 14-30 34-30s38 8 34 30c-12 14-56 14-68 0Z" fill={palette.near} />
          <path d="M-26-60c2-12 14-16 24-16-8 6-14 12-16 22Z" fill="#fff" opacity="0.14" />
        </g>
      ))}
      <Line d="M20 164h44m30 6h52m40-8h60m24 8h30" stroke="#d8ecf1" strokeWidth="2.4" />
    </>
  )
}

/** Draws pools between reeds, with a few thin trees. */
export function Peatland({ palette, vary }: SubjectProps) {
  return (
    <>
      {[40, 120, 262].map((x, i) => (
        <g
          key={x}
          transform={`translate(${x + vary(i) * 20} 142) scale(${0.8 + vary(i + 4) * 0.4})`}
        >
          <path d="M-2 0V-72h4V0Z" fill="#5b4129" />
          <ellipse cx="-8" cy="-66" rx="17" ry="10" fill={palette.near} />
          <ellipse cx="9" cy="-76" rx="19" ry="11" fill={palette.middle} />
        </g>
      ))}
      <path d="M0 140C90 132 220 146 320 138V180H0Z" fill="#6b5a3c" />
      <ellipse cx="96" cy="158" rx="70" ry="9" fill="#8cc0cf" />
      <ellipse cx="240" cy="164" rx="60" ry="8" fill="#8cc0cf" />
      {indexes(9).map((i) => (
        <g key={i} transform={`translate(${16 + i * 36 + vary(i + 8) * 14} ${156 + (i % 3) * 8})`}>
          <Line d="M0 0V-34M4 0q2-18 8-26M-4 0q-2-16-9-22" stroke="#6f8f4e" strokeWidth="2.6" />
          <path d="M-3-46h6v15h-6Z" fill="#7a4a2a" />
        </g>
      ))}
    </>
  )
}

function Grass({ x, y, ink }: { x: number; y: number; ink: string }) {
  return (
    <Line
      d={`M${x} ${y}c0-10-4-16-9-20M${x} ${y}c0-12 4-20 10-24M${x} ${y}v-24`}
      stroke={ink}
      strokeWidth="2.6"
    />
  )
}

/** Draws high grass with grazing cattle. */
export function Grassland({ palette, vary }: SubjectProps) {
  const x = 110 + vary(0) * 40
  return (
    <>
      <Cow x={x} y={146} size={0.9} ink={palette.light} />
      <Cow x={x + 116} y={142} size={0.6} ink="#8a6444" />
      {indexes(17).map((i) => (
        <Grass
          key={i}
          x={8 + i * 19 + vary(i + 2) * 8}
          y={156 + (i % 3) * 10}
          ink={i % 2 === 0 ? palette.near : '#c3a85a'}
        />
      ))}
    </>
  )
}

/** Draws flooded fields with rows of young rice. */
export function Rice({ palette, vary }: SubjectProps) {
  return [0, 1, 2].map((row) => (
    <g key={row} transform={`translate(0 ${112 + row * 24})`}>
      <path d={`M0 4C80 ${-8 + vary(row) * 8} 220 12 320 0V30H0Z`} fill="#a9cfd0" />
      <Line
        d={`M0 4C80 ${-8 + vary(row) * 8} 220 12 320 0`}
        stroke={palette.near}
        strokeWidth="5"
      />
      {indexes(13).map((i) => (
        <Line
          key={i}
          d={`M${10 + i * 25 + row * 8} 22q-2-8-7-12m7 12v-15m0 15q2-8 7-12`}
          stroke="#5f9a3f"
          strokeWidth="2.6"
        />
      ))}
    </g>
  ))
}

/** Draws ploughed rows of a field with young plants, and a farm behind it. */
export function Farmland({ vary }: SubjectProps) {
  const x = 150 + vary(0) * 30
  return (
    <>
      <House x={x + 96} y={126} size={0.75} />
      <path d="M0 128C100 118 220 132 320 122V180H0Z" fill="#8a6444" />
      {[-150, -96, -52, -16, 16, 52, 96, 150].map((end) => (
        <Line
          key={end}
          d={`M${x + end * 0.45} 127 ${x + end * 1.5} 182`}
          stroke="#6b4a33"
          strokeWidth="3.4"
        />
      ))}
      {[-118, -72, -32, 2, 34, 74, 122].flatMap((end) =>
        [0.62, 0.95, 1.3].map((far) => (
          <path
            key={`${end} ${far}`}
            transform={`translate(${x + end * far} ${124 + (far - 0.4) * 50}) scale(${far})`}
            d="M0 0c-7 0-10-5-10-11 7 0 10 4 10 11Zm0 0c0-7 3-11 10-11 0 6-3 11-10 11Z"
            fill="#7fae52"
          />
        )),
      )}
    </>
  )
}
