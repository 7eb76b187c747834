// Draws a picture for a project without a usable image. The country and the id determine the colours and
// the hills; the type determines the subject.

import { useMemo } from 'react'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { type SceneKind, sceneKind } from './scene-kind.ts'
import { type SubjectProps, scenePalette } from './scene-palette.ts'
import { Biogas, Biomass, Cookstove, Landfill, Livestock, Waterworks } from './scenes-of-homes.tsx'
import { Forest, Industry, Meadow, Mine, Transport } from './scenes-of-land.tsx'
import { Geothermal, Grid, Hydro, Solar, SolarThermal, Wind } from './scenes-of-power.tsx'

const subjects: Record<SceneKind, (props: SubjectProps) => Elements> = {
  biogas: Biogas,
  cookstove: Cookstove,
  waterworks: Waterworks,
  wind: Wind,
  geothermal: Geothermal,
  hydro: Hydro,
  solarthermal: SolarThermal,
  solar: Solar,
  landfill: Landfill,
  livestock: Livestock,
  forest: Forest,
  biomass: Biomass,
  transport: Transport,
  mine: Mine,
  industry: Industry,
  grid: Grid,
  meadow: Meadow,
}

type ProjectSceneProps = {
  /** A project of the catalogue. Its id seeds every random variation. */
  project: { id: string; name: string; country: string; project_type: readonly string[] }
  className?: string
}

function hills(vary: (index: number) => number) {
  const high = (index: number, base: number, spread: number) =>
    Math.round(base + (vary(index) - 0.5) * spread)
  const far = `M0 ${high(30, 116, 28)}C60 ${high(31, 88, 30)} 110 ${high(32, 100, 26)} 160 ${high(33, 112, 22)}S270 ${high(34, 132, 22)} 320 ${high(35, 104, 28)}V180H0Z`
  const middle = `M0 ${high(36, 142, 12)}C70 ${high(37, 122, 12)} 150 ${high(38, 140, 10)} 210 ${high(39, 136, 10)}S300 ${high(40, 126, 10)} 320 ${high(41, 132, 10)}V180H0Z`
  const near = `M0 ${high(42, 166, 6)}C80 ${high(43, 150, 8)} 180 ${high(44, 162, 8)} 320 ${high(45, 154, 8)}V180H0Z`
  return { far, middle, near }
}

export function ProjectScene({ project, className }: ProjectSceneProps) {
  const { id, country, name, project_type } = project
  const scene = useMemo(() => {
    const random = seededRandom(`${id}:scene`)
    const numbers = Array.from({ length: 48 }, random)
    const vary = (index: number) => numbers[index % numbers.length] ?? 0
    const kind = sceneKind(project_type, name)
    return { vary, kind, palette: scenePalette(id, country), land: hills(vary) }
  }, [id, country, name, project_type])
  const { vary, palette, land } = scene
  const Subject = subjects[scene.kind]
  const sunLeft = vary(46) > 0.5
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className={`dark:brightness-90 ${className ?? 'size-full'}`}
      data-scene={scene.kind}
      aria-hidden="true"
    >
      <rect width="320" height="180" fill={palette.sky} />
      <circle
        cx={sunLeft ? 104 + vary(47) * 40 : 234 + vary(47) * 44}
        cy={44 + vary(29) * 22}
        r={22 + vary(28) * 12}
        fill={palette.sun}
      />
      <path d={land.far} fill={palette.far} />
      <path d={land.middle} fill={palette.middle} />
      {scene.kind === 'forest' ? null : <path d={land.near} fill={palette.near} />}
      <Subject palette={palette} vary={vary} />
      {scene.kind === 'forest' ? <path d={land.near} fill={palette.near} /> : null}
    </svg>
  )
}
