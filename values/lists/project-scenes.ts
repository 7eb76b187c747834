// Lists the subjects of a project's picture, each with its kind. A new scene is a row here. The code does
// not compile until it has a text and a drawing.
import type { ProjectKind } from './project-kinds.ts'

export const projectScenes = {
  cookstove: 'cooking',
  solarcooker: 'cooking',
  waterworks: 'water',
  forest: 'forest',
  mangrove: 'forest',
  peatland: 'forest',
  grassland: 'forest',
  rice: 'forest',
  farmland: 'forest',
  land: 'forest',
  solar: 'sun',
  solarthermal: 'sun',
  solarheater: 'sun',
  solarlamp: 'sun',
  wind: 'wind',
  hydro: 'hydro',
  biogas: 'waste',
  wastewater: 'waste',
  manure: 'waste',
  livestock: 'waste',
  landfill: 'waste',
  compost: 'waste',
  recycling: 'waste',
  waste: 'waste',
  geothermal: 'heat',
  biomass: 'heat',
  lighting: 'heat',
  home: 'heat',
  grid: 'heat',
  train: 'industry',
  bus: 'industry',
  electriccar: 'industry',
  ship: 'industry',
  road: 'industry',
  mine: 'industry',
  wasteheat: 'industry',
  industry: 'industry',
  meadow: 'other',
} as const satisfies Record<string, ProjectKind>

export type SceneName = keyof typeof projectScenes

/** The scene of a project whose work is unknown. */
export const neutralScene = 'meadow' satisfies SceneName

/** Returns the scene, or the neutral one for a scene that this version does not know. */
export function knownScene(scene: string): SceneName {
  const isKnown = (name: string): name is SceneName => Object.hasOwn(projectScenes, name)
  return isKnown(scene) ? scene : neutralScene
}
