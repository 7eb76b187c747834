// Draws the subjects of industry and transport: factory, mine, train, bus, car, ship and road. The ground
// is at y = 140 in a picture of 320 by 180.

import { Line, type SubjectProps } from './scene-palette.tsx'

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

export function Train({ palette, vary }: SubjectProps) {
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

function Asphalt() {
  return (
    <>
      <path d="M0 142H320V172H0Z" fill="#5d6660" />
      <path
        d="M8 157h30m24 0h30m24 0h30m24 0h30m24 0h30m24 0h30"
        stroke="#efe4cf"
        strokeWidth="3"
      />
    </>
  )
}

function Wheel({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle cx={x} cy={y} r="12" fill="#20352c" />
      <circle cx={x} cy={y} r="5" fill="#cdc5b1" />
    </>
  )
}

export function Bus({ palette, vary }: SubjectProps) {
  const x = 56 + vary(0) * 50
  return (
    <>
      <Asphalt />
      <path
        d={`M${x} 146V84a10 10 0 0 1 10-10h146c10 0 18 8 20 20l6 34v18Z`}
        fill={palette.light}
      />
      <path d={`M${x} 124h180l2 6v16H${x}Z`} fill="#2f6d56" />
      {[12, 46, 80, 114].map((window) => (
        <path key={window} d={`M${x + window} 84h28v26h-28Z`} fill="#4a6f80" />
      ))}
      <path d={`M${x + 148} 84h14c6 0 10 6 11 12l3 14h-28Z`} fill="#4a6f80" />
      <path d={`M${x + 30} 74v-8h56v8Z`} fill={palette.dark} />
      <Wheel x={x + 40} y={147} />
      <Wheel x={x + 142} y={147} />
    </>
  )
}

/** Draws a car at a charging post. */
export function ElectricCar({ palette, vary }: SubjectProps) {
  const x = 60 + vary(0) * 30
  return (
    <>
      <Asphalt />
      <path d={`M${x + 176} 150V84h30v66Z`} fill={palette.light} />
      <path d={`M${x + 182} 90h18v16h-18Z`} fill="#4a6f80" />
      <path d={`M${x + 193} 112l-8 14h6l-3 12 9-16h-6l3-10Z`} fill="#d3a443" />
      <Line d={`M${x + 176} 116c-20 0-8 26-34 18`} stroke={palette.dark} strokeWidth="3.4" />
      <path
        d={`M${x} 148v-20c0-6 6-10 16-11l20-20c4-4 8-5 14-5h36c8 0 14 4 20 10l14 15c14 1 22 6 22 14v17Z`}
        fill="#2f6d56"
      />
      <path
        d={`M${x + 26} 117l16-16c3-3 5-3 9-3h10v19ZM${x + 67} 98h20c6 0 10 3 14 7l11 12H${x + 67}Z`}
        fill="#d9ecea"
      />
      <Wheel x={x + 34} y={148} />
      <Wheel x={x + 110} y={148} />
    </>
  )
}

export function Ship({ palette, vary }: SubjectProps) {
  const x = 58 + vary(0) * 30
  const crates = [
    [52, 104, '#b5694a'],
    [86, 104, '#d3a443'],
    [120, 104, '#4a7f9c'],
    [52, 84, '#2f7d5b'],
    [86, 84, '#b5694a'],
    [120, 84, '#4a7f9c'],
  ] as const
  return (
    <>
      <path d="M0 120H320V180H0Z" fill="#7fb3c4" />
      {crates.map(([left, top, ink]) => (
        <path key={`${left} ${top}`} d={`M${x + left} ${top}h32v18h-32Z`} fill={ink} />
      ))}
      <path d={`M${x + 10} 122V70h30v52Z`} fill={palette.light} />
      <path d={`M${x + 15} 78h20v7h-20ZM${x + 15} 92h20v7h-20Z`} fill="#4a6f80" />
      <path d={`M${x + 18} 70V54h13v16Z`} fill="#b5482f" />
      <path
        d={`M${x - 12} 122h204c-4 14-10 26-20 34H${x + 8}c-10-8-16-20-20-34Z`}
        fill={palette.dark}
      />
      <path d={`M${x - 2} 142h182l-8 14H${x + 8}Z`} fill="#b5482f" />
      <path
        d="M0 156c20-8 36-8 56 0s36 8 56 0 36-8 56 0 36 8 56 0 36-8 56 0 24 6 40 2V180H0Z"
        fill="#8cc0cf"
      />
    </>
  )
}

/** Draws a road, for transport that nothing describes further. */
export function Road({ vary }: SubjectProps) {
  const bend = vary(0) * 60
  return (
    <>
      <path
        d={`M40 182C120 ${158 - bend / 6} ${120 + bend} 148 ${150 + bend} 118h10C${170 + bend} 150 230 160 270 182Z`}
        fill="#5d6660"
      />
      <path
        d={`M154 182C158 164 ${146 + bend} 150 ${155 + bend} 119`}
        fill="none"
        stroke="#efe4cf"
        strokeWidth="3.4"
        strokeDasharray="13 9"
      />
    </>
  )
}
