// Derives a project's kind from its scene (scene-kind.ts), so that its chip and its picture agree. Pure.

import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { type ProjectKind, projectKinds } from '#values/lists/project-kinds.ts'
import { texts } from '#web/texts.ts'
import { type SceneKind, sceneKind } from './scene-kind.ts'

const kindOfScene: Record<SceneKind, ProjectKind> = {
  cookstove: 'cooking',
  waterworks: 'water',
  forest: 'forest',
  solar: 'sun',
  solarthermal: 'sun',
  wind: 'wind',
  hydro: 'hydro',
  biogas: 'waste',
  landfill: 'waste',
  livestock: 'waste',
  biomass: 'heat',
  geothermal: 'heat',
  grid: 'heat',
  transport: 'industry',
  industry: 'industry',
  mine: 'industry',
  meadow: 'other',
}

export const kindNames: Record<ProjectKind, () => string> = {
  cooking: texts.projects_kind_cooking,
  water: texts.projects_kind_water,
  forest: texts.projects_kind_forest,
  sun: texts.projects_kind_sun,
  wind: texts.projects_kind_wind,
  hydro: texts.projects_kind_hydro,
  waste: texts.projects_kind_waste,
  heat: texts.projects_kind_heat,
  industry: texts.projects_kind_industry,
  other: texts.projects_kind_other,
}

export type KindsOfProjects = ReadonlyMap<ProjectSummary, ProjectKind>

export function kindOf({
  project_type,
  name,
}: Pick<ProjectSummary, 'project_type' | 'name'>): ProjectKind {
  return kindOfScene[sceneKind(project_type, name)]
}

export function kindsOf(projects: readonly ProjectSummary[]): KindsOfProjects {
  return new Map(projects.map((project) => [project, kindOf(project)]))
}

/** Returns the kinds that at least one project has, in the order of `projectKinds`. */
export function foundKinds(kinds: KindsOfProjects): ProjectKind[] {
  const found = new Set(kinds.values())
  return projectKinds.filter((kind) => found.has(kind))
}

/** Returns the kind in the URL, or undefined for none and for a kind that no project has. */
export function readKind(
  address: URLSearchParams,
  found: readonly ProjectKind[],
): ProjectKind | undefined {
  return found.find((kind) => kind === address.get('kind'))
}
