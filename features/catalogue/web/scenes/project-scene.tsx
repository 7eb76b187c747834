// Draws a picture for a project without a usable image. The country and the id determine the colours and
// the hills; the scene determines the subject.

import { useMemo, useState } from 'react'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import { knownScene, type SceneName } from '#values/lists/project-scenes.ts'
import { allowedImage } from '#web/allowed-image.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { type SubjectProps, scenePalette } from './scene-palette.tsx'
import {
  Biogas,
  Biomass,
  Cookstove,
  Home,
  Lighting,
  SolarCooker,
  SolarHeater,
  SolarLamp,
  Waterworks,
} from './scenes-of-homes.tsx'
import { Farmland, Forest, Grassland, Mangrove, Meadow, Peatland, Rice } from './scenes-of-land.tsx'
import { Geothermal, Grid, Hydro, Solar, SolarThermal, Wind } from './scenes-of-power.tsx'
import { Bins, Compost, Landfill, Livestock, Manure, Wastewater } from './scenes-of-waste.tsx'
import { Bus, ElectricCar, Industry, Mine, Road, Ship, Train } from './scenes-of-works.tsx'

const subjects: Record<SceneName, (props: SubjectProps) => Elements> = {
  cookstove: Cookstove,
  solarcooker: SolarCooker,
  waterworks: Waterworks,
  forest: Forest,
  mangrove: Mangrove,
  peatland: Peatland,
  grassland: Grassland,
  rice: Rice,
  farmland: Farmland,
  land: Meadow,
  solar: Solar,
  solarthermal: SolarThermal,
  solarheater: SolarHeater,
  solarlamp: SolarLamp,
  wind: Wind,
  hydro: Hydro,
  biogas: Biogas,
  wastewater: Wastewater,
  manure: Manure,
  livestock: Livestock,
  landfill: Landfill,
  compost: Compost,
  recycling: Bins,
  waste: Bins,
  geothermal: Geothermal,
  biomass: Biomass,
  lighting: Lighting,
  home: Home,
  grid: Grid,
  train: Train,
  bus: Bus,
  electriccar: ElectricCar,
  ship: Ship,
  road: Road,
  mine: Mine,
  wasteheat: Industry,
  industry: Industry,
  meadow: Meadow,
}

type ProjectSceneProps = {
  /** A project of the catalogue. Its id seeds every random variation. */
  project: { id: string; country: string; scene: string }
}

/** Returns the SVG paths of three rows of hills. */
function hills(vary: (index: number) => number) {
  const heightAt = (index: number, base: number, spread: number) =>
    Math.round(base + (vary(index) - 0.5) * spread)
  const far = `M0 ${heightAt(30, 116, 28)}C60 ${heightAt(31, 88, 30)} 110 ${heightAt(32, 100, 26)} 160 ${heightAt(33, 112, 22)}S270 ${heightAt(34, 132, 22)} 320 ${heightAt(35, 104, 28)}V180H0Z`
  const middle = `M0 ${heightAt(36, 142, 12)}C70 ${heightAt(37, 122, 12)} 150 ${heightAt(38, 140, 10)} 210 ${heightAt(39, 136, 10)}S300 ${heightAt(40, 126, 10)} 320 ${heightAt(41, 132, 10)}V180H0Z`
  const near = `M0 ${heightAt(42, 166, 6)}C80 ${heightAt(43, 150, 8)} 180 ${heightAt(44, 162, 8)} 320 ${heightAt(45, 154, 8)}V180H0Z`
  return { far, middle, near }
}

export function ProjectScene({ project }: ProjectSceneProps) {
  const { id, country } = project
  const scene = knownScene(project.scene)
  const drawing = useMemo(() => {
    const random = seededRandom(`${id}:scene`)
    const numbers = Array.from({ length: 48 }, random)
    const vary = (index: number) => numbers[index % numbers.length] ?? 0
    return { vary, palette: scenePalette(id, country), land: hills(vary) }
  }, [id, country])
  const { vary, palette, land } = drawing
  const Subject = subjects[scene]
  const sunLeft = vary(46) > 0.5
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="size-full dark:brightness-90"
      data-scene={scene}
      aria-hidden="true"
    >
      <rect width="320" height="180" fill={palette.sky} />
      <circle
        cx={(sunLeft ? 104 : 176) + vary(47) * 40}
        cy={44 + vary(29) * 22}
        r={22 + vary(28) * 12}
        fill={palette.sun}
      />
      <path d={land.far} fill={palette.far} />
      <path d={land.middle} fill={palette.middle} />
      {scene === 'forest' ? null : <path d={land.near} fill={palette.near} />}
      <Subject palette={palette} vary={vary} />
      {scene === 'forest' ? <path d={land.near} fill={palette.near} /> : null}
    </svg>
  )
}

/**
 * Shows the project's image or its scene. Screen readers skip it, because the project's name is next to it.
 */
export function ProjectPicture({ project }: { project: ProjectSummary }) {
  const [isBroken, setIsBroken] = useState(false)
  const image = allowedImage(project.image_url)
  if (image === undefined || isBroken) return <ProjectScene project={project} />
  return (
    <img
      src={image}
      alt=""
      loading="lazy"
      onError={() => setIsBroken(true)}
      className="size-full object-cover"
    />
  )
}
