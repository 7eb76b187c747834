// Draws the initials of a name in a ring of guilloche lines, which the name seeds. Screen readers skip it,
// because the name is next to it.
import { useMemo } from 'react'
import { petalPath } from '#values/drawing/guilloche-lines.ts'
import { initialsOf } from './initials.ts'

const petals = 9
const turns = Array.from({ length: petals }, (_, index) => (index * 360) / petals)

export function NameRing({ name }: { name: string }) {
  const path = useMemo(
    () => petalPath({ radius: 30, petals, layers: 4, cut: 0.1, seed: name }),
    [name],
  )
  return (
    <svg
      viewBox="-30 -30 60 60"
      className="size-9 flex-none font-[640] text-link @max-[13.5rem]:hidden"
      aria-hidden="true"
    >
      <g fill="none" stroke="currentColor" strokeWidth="0.7" opacity="0.55">
        {turns.map((turn) => (
          <path key={turn} d={path} transform={`rotate(${turn})`} />
        ))}
      </g>
      <circle r="17.5" className="fill-surface" />
      <text y="7" textAnchor="middle" fontSize="20" fill="currentColor">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
