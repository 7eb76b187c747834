// Draws the guilloche behind a passport page. Screen readers skip it, because it is only decorative.
import { useEffect, useMemo, useState } from 'react'
import { passportLines } from '#values/drawing/guilloche-lines.ts'
import { afterPaint } from '#web/ui/after-paint.ts'

type RosetteProps = { path: string; petals: number; x: number; y: number }

function Rosette({ path, petals, x, y }: RosetteProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {Array.from({ length: petals }, (_, petal) => {
        const angle = Math.round((petal / petals) * 36000) / 100
        return <path key={angle} d={path} transform={`rotate(${angle})`} />
      })}
    </g>
  )
}

type GuillocheProps = { id: string; width?: number; height?: number }

/** True once a passport page has been painted. The first one is painted before its lines. */
let isPainted = false

export function Guilloche(props: GuillocheProps) {
  const [isDrawn, setDrawn] = useState(isPainted)
  useEffect(() => {
    if (isDrawn) return
    return afterPaint(() => {
      isPainted = true
      setDrawn(true)
    })
  }, [isDrawn])
  return isDrawn ? <Lines {...props} /> : null
}

function Lines({ id, width = 560, height = 420 }: GuillocheProps) {
  const lines = useMemo(() => passportLines(id, width, height), [id, width, height])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      fill="none"
      strokeWidth="0.6"
      aria-hidden="true"
    >
      <path d={lines.upper} stroke="var(--guilloche-green)" opacity="0.34" />
      <path d={lines.lower} stroke="var(--guilloche-gold)" opacity="0.36" />
      <g stroke="var(--guilloche-deep)" opacity="0.15">
        <Rosette {...lines.large} />
      </g>
      <g stroke="var(--guilloche-green)" opacity="0.26">
        <Rosette {...lines.small} />
      </g>
    </svg>
  )
}
