// Draws the subjects of land and industry: forest, factory, mine, transport and the general meadow. The
// ground is at y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'

export function Forest({ palette, vary }: SubjectProps) {
  const trees = Array.from({ length: 9 }, (_, i) => ({
    x: 20 + i * 33 + vary(i) * 18,
    size: 0.62 + vary(i + 9) * 0.6,
    round: vary(i + 18) > 0.6,
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

export function Industry({ palette, vary }: SubjectProps) {
  const x = 84 + vary(0) * 30
  return (
    <>
      <path d={`M${x + 132} 142V70h14v72ZM${x + 154} 142V84h12v58Z`} fill={palette.light} />
      <Line
        d={`M${x + 139} 60c-8-9 6-14 0-24M${x + 160} 74c-6-7 5-11 0-19`}
        stroke="#fff"
        strokeOpacity="0.7"
        strokeWidth="5"
      />
      <path d={`M${x} 142v-44l32-20v20l32-20v20l32-20v20h30v44Z`} fill="#b5694a" />
      <path
        d={`M${x + 32} 78v20l-32 0ZM${x + 64} 78v20h-32ZM${x + 96} 78v20h-32Z`}
        fill="#7a3e22"
      />
      {[12, 42, 72, 102].map((window) => (
        <rect key={window} x={x + window} y="112" width="14" height="14" fill="#f3d98b" />
      ))}
      <g transform={`translate(${x - 30} 128)`}>
        <circle r="17" fill="none" stroke={palette.light} strokeWidth="6" strokeDasharray="7 3.7" />
        <circle r="12" fill={palette.light} />
        <circle r="5" fill={palette.middle} />
      </g>
    </>
  )
}

export function Mine({ palette, vary }: SubjectProps) {
  const x = 128 + vary(0) * 40
  return (
    <>
      <path d={`M${x + 34} 146c14-34 40-46 58-44s38 20 52 44Z`} fill="#5a5a4c" />
      <Line
        d={`M${x - 40} 146 ${x - 10} 54M${x + 20} 146 ${x - 10} 54 M${x - 34} 126h48M${x - 26} 104h32M${x - 30} 126 ${x + 6} 104`}
        stroke={palette.dark}
        strokeWidth="4"
      />
      <path d={`M${x - 10} 58 ${x - 66} 146`} stroke={palette.dark} strokeWidth="2.4" />
      <circle cx={x - 10} cy="56" r="13" fill="none" stroke={palette.dark} strokeWidth="4" />
      <path d={`M${x - 10} 43v26M${x - 23} 56h26`} stroke={palette.dark} strokeWidth="2" />
      <path d={`M${x - 84} 146v-28h40v28Z`} fill="#b5694a" />
      <path d={`M${x - 88} 120l24-16 24 16Z`} fill="#7a3e22" />
    </>
  )
}

export function Transport({ palette, vary }: SubjectProps) {
  const x = 66 + vary(0) * 40
  return (
    <>
      <path d="M0 152H320V160H0Z" fill={palette.light} opacity="0.85" />
      {[20, 84, 148, 212, 276].map((pillar) => (
        <path key={pillar} d={`M${pillar} 160h12l3 22h-18Z`} fill={palette.light} opacity="0.7" />
      ))}
      {[0, 1].map((car) => (
        <g key={car} transform={`translate(${x + car * 92} 0)`}>
          <path
            d={car === 0 ? 'M88 150H8c-5 0-7-5-5-9l9-24c2-6 6-9 12-9H88Z' : 'M0 150V108H88V150Z'}
            fill="#2f6d56"
          />
          <path d={car === 0 ? 'M12 128 17 116H40V128Z' : 'M8 116H30V128H8Z'} fill="#d9ecea" />
          <path d="M46 116H62V128H46ZM67 116H83V128H67Z" fill="#d9ecea" />
          <path d="M4 138H88" stroke="#e7c987" strokeWidth="3" />
          <Line d="M18 151h16M56 151h16" stroke={palette.dark} strokeWidth="6" />
        </g>
      ))}
    </>
  )
}

/** Draws a seedling, the product's logo, for types without an own drawing. */
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
