// Draws the guilloche behind a passport page. Decorative: screen readers skip it.
import { useMemo } from 'react'
import { passportLines } from '#values/drawing/guilloche-lines.ts'

type RosetteProps = { path: string; petals: number; x: number; y: number }

function Rosette({ path, petals, x, y }: RosetteProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {Array.from({ length: petals }, (_, petal) => {
        const turn = Math.round((petal / petals) * 36000) / 100
        return <path key={turn} d={path} transform={`rotate(${turn})`} />
      })}
    </g>
  )
}

type GuillocheProps = { id: string; width?: number; height?: number; className?: string }

export function Guilloche({ id, width = 560, height = 420, className }: GuillocheProps) {
  const lines = useMemo(() => passportLines(id, width, height), [id, width, height])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={`guilloche ${className ?? ''}`}
      fill="none"
      strokeWidth="0.6"
      aria-hidden="true"
    >
      <path d={lines.upper} className="guilloche-upper" />
      <path d={lines.lower} className="guilloche-lower" />
      <g className="guilloche-large">
        <Rosette {...lines.large} />
      </g>
      <g className="guilloche-small">
        <Rosette {...lines.small} />
      </g>
    </svg>
  )
}
