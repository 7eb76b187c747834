// Draws a scene as the picture of a project without a usable image. Country and id determine the colours and
// the hills. Name and type determine the subject.

import { useMemo, useState } from 'react'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import type { ProjectKind } from '#values/lists/project-kinds.ts'
import { allowedImage } from '#web/allowed-image.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { type SubjectProps, scenePalette } from './scene-palette.tsx'
import { Biogas, Biomass, Cookstove, Landfill, Livestock, Waterworks } from './scenes-of-homes.tsx'
import { Forest, Industry, Meadow, Mine, Transport } from './scenes-of-land.tsx'
import { Geothermal, Grid, Hydro, Solar, SolarThermal, Wind } from './scenes-of-power.tsx'

type Scene = {
  readonly name: string
  readonly Subject: (props: SubjectProps) => Elements
  /** The kind of the projects with this scene. */
  readonly kind: ProjectKind
  /** True if the words are too general to be searched in a project's name. */
  readonly isVague?: boolean
}

/** Scenes in the order of the search. The first scene with a matching word is drawn. */
const scenes: readonly (Scene & { readonly words: RegExp })[] = [
  { name: 'biogas', Subject: Biogas, kind: 'waste', words: /biogas|digest/ },
  {
    name: 'solarthermal',
    Subject: SolarThermal,
    kind: 'sun',
    words: /solar thermal|solar (cook|water heat)|concentrated solar/,
  },
  {
    name: 'waterworks',
    Subject: Waterworks,
    kind: 'water',
    words:
      /(safe|clean|drinking|potable) water|water (filter|purif|treat|supply)|borehole|\b(hand|water) ?pumps?\b/,
  },
  {
    name: 'cookstove',
    Subject: Cookstove,
    kind: 'cooking',
    words: /stove|cooking|cookers?\b|chula|mbaula|jiko|kitchen regime|fogon|fogão|domestic/,
  },
  {
    name: 'wind',
    Subject: Wind,
    kind: 'wind',
    words: /\bwind(?!ow|hoek)|eolic|eólic|éolien|rüzgar/,
  },
  { name: 'geothermal', Subject: Geothermal, kind: 'heat', words: /geotherm|jeotermal/ },
  { name: 'hydro', Subject: Hydro, kind: 'hydro', words: /hydro|hidro|\bhes\b|run[- ]of[- ]river/ },
  { name: 'solar', Subject: Solar, kind: 'sun', words: /\bpv\b|solar|photovolt/ },
  { name: 'landfill', Subject: Landfill, kind: 'waste', words: /waste|landfill|compost/ },
  { name: 'livestock', Subject: Livestock, kind: 'waste', words: /livestock|manure|swine|enteric/ },
  {
    name: 'forest',
    Subject: Forest,
    kind: 'forest',
    words: /forest|a\/r|\bredd|mangrove|grassland|agriculture|land use|afolu|\btrees?\b|amazon/,
  },
  {
    name: 'biomass',
    Subject: Biomass,
    kind: 'heat',
    words: /biomass|biofuel|bagasse|husk|cogeneration/,
  },
  {
    name: 'transport',
    Subject: Transport,
    kind: 'industry',
    words: /transport|\bmetro\b|\bbus(es)?\b|\brail|vehicle/,
  },
  {
    name: 'mine',
    Subject: Mine,
    kind: 'industry',
    words: /mining|mineral|fugitive|coal mine|metal/,
  },
  {
    name: 'industry',
    Subject: Industry,
    kind: 'industry',
    isVague: true,
    words: /industr|manufactur|chemical|commercial|\bpublic\b|efficien|heat recovery|construction/,
  },
  {
    name: 'grid',
    Subject: Grid,
    kind: 'heat',
    isVague: true,
    words: /energy|electric|power|distribution|demand/,
  },
]

const meadow: Scene = { name: 'meadow', Subject: Meadow, kind: 'other' }

/** Types that say little about a project. For example, Verra's sector 1 includes wind, water and sun. */
const broadTypes = /^(energy (industries|demand|distribution).*|electricity|heat|other)$/

/**
 * Returns the first scene that matches the name, otherwise the specific types, otherwise all types, otherwise
 * the meadow. The name comes first, because a cookstove may be registered as "Energy demand" and a pump as
 * "Domestic".
 */
export function sceneOf(types: readonly string[], name: string): Scene {
  const lowerCaseTypes = types.map((type) => type.toLowerCase())
  const specificTypes = lowerCaseTypes.filter((type) => !broadTypes.test(type)).join(' ')
  const allTypes = lowerCaseTypes.join(' ')
  for (const text of [name.toLocaleLowerCase('en'), specificTypes, allTypes]) {
    for (const scene of scenes) {
      if (scene.isVague && text !== allTypes && text !== specificTypes) continue
      if (scene.words.test(text)) return scene
    }
  }
  return meadow
}

type ProjectSceneProps = {
  /** The project. Its id seeds all random variations. */
  project: { id: string; name: string; country: string; project_type: readonly string[] }
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
  const { id, country, name, project_type } = project
  const drawing = useMemo(() => {
    const random = seededRandom(`${id}:scene`)
    const numbers = Array.from({ length: 48 }, random)
    const vary = (index: number) => numbers[index % numbers.length] ?? 0
    const scene = sceneOf(project_type, name)
    return { vary, scene, palette: scenePalette(id, country), land: hills(vary) }
  }, [id, country, name, project_type])
  const { vary, palette, land } = drawing
  const { name: sceneName, Subject } = drawing.scene
  const sunLeft = vary(46) > 0.5
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="size-full dark:brightness-90"
      data-scene={sceneName}
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
      {sceneName === 'forest' ? null : <path d={land.near} fill={palette.near} />}
      <Subject palette={palette} vary={vary} />
      {sceneName === 'forest' ? <path d={land.near} fill={palette.near} /> : null}
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
