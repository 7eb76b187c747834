// Derives a project's kind from its scene, so that its chip and its picture agree, and draws the kinds'
// icons.
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { type ProjectKind, projectKinds } from '#values/lists/project-kinds.ts'
import { knownScene, projectScenes, type SceneName } from '#values/lists/project-scenes.ts'
import { texts } from '#web/texts.ts'
import { LineIcon } from '#web/ui/icon.tsx'

/** The names of the kinds. */
export const kindNames = texts.project_kinds satisfies Record<ProjectKind, () => string>

/** The words for the work of a project, by its scene. */
const sceneNames = texts.project_scenes satisfies Record<SceneName, () => string>

/** Returns a user's words for the work of a project, such as "Cooking stoves". */
export function workName({ scene }: Pick<ProjectSummary, 'scene'>): string {
  return sceneNames[knownScene(scene)]()
}

export type KindsOfProjects = ReadonlyMap<ProjectSummary, ProjectKind>

export function kindOf({ scene }: Pick<ProjectSummary, 'scene'>): ProjectKind {
  return projectScenes[knownScene(scene)]
}

export function kindsOf(projects: readonly ProjectSummary[]): KindsOfProjects {
  return new Map(projects.map((project) => [project, kindOf(project)]))
}

/** Returns the kinds that at least one project has, in the order of `projectKinds`. */
export function foundKinds(kinds: KindsOfProjects): ProjectKind[] {
  const presentKinds = new Set(kinds.values())
  return projectKinds.filter((kind) => presentKinds.has(kind))
}

/** Returns the kind in the URL, or undefined without a kind and for one that no project has. */
export function readKind(
  address: URLSearchParams,
  presentKinds: readonly ProjectKind[],
): ProjectKind | undefined {
  return presentKinds.find((kind) => kind === address.get('kind'))
}

const shapes: Record<ProjectKind, string> = {
  cooking:
    'M5 11h14v5.5a3.5 3.5 0 0 1-3.5 3.5h-7A3.5 3.5 0 0 1 5 16.5ZM3 11h18M9.5 7.5c-1.4-1.4 1.2-2.4 0-4M14.5 7.5c-1.4-1.4 1.2-2.4 0-4',
  water:
    'M12 3.5c3.4 4 5.5 6.9 5.5 10a5.5 5.5 0 0 1-11 0c0-3.1 2.1-6 5.5-10ZM9.5 14a2.6 2.6 0 0 0 2.5 2.6',
  forest: 'M12 21v-4M12 3 7.2 10h2.3L6 16.5h12L14.5 10h2.3Z',
  sun: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0ZM12 3v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  wind: 'M12 12.5 11.2 21h1.6ZM12 12V3.5c1.9 1.6 2.5 4.6 1 7.5m-1 1 7.4 4.2c-2.4.9-5.3-.1-7-2.8M12 12l-7.4 4.2c-.4-2.5 1.9-4.6 5.1-4.8',
  hydro:
    'M4 4v9.5M4 6h5c4 0 5.5 2.5 5.5 7.500M3 17c1.5-1.4 3-1.4 4.5 0s3 1.4 4.5 0 3-1.4 4.5 0 3 1.4 4.5 0M3 20.500c1.5-1.4 3-1.4 4.5 0s3 1.4 4.5 0 3-1.4 4.5 0 3 1.4 4.5 0',
  waste:
    'M9.6 7.5 12 3.500l2.4 4M12 3.5 8 10m9 1 3.5 6h-4.700M20.5 17H14m-7.2-6.500L3.5 17h7m-7 0 2.4 3.500M14 17l2.2-2.800M14 17l2.2 2.8',
  heat: 'M12 3c.6 3.3 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.2 1-3.8 2.2-5 .2 1.6.9 2.5 1.9 3C10.4 8.8 10.7 5.4 12 3Z',
  industry: 'M3.5 20.500v-11l5.5 3.500v-3.500l5.5 3.500V4h3.500l1.5 9v7.500ZM8 17h1.500m4 0H15',
  other:
    'M12 20.500V11m0 2c-4.5 0-6.5-2.3-6.5-6C9.5 7 12 8.8 12 13Zm0-2.500c0-3.5 2-5.5 6-5.5 0 3.7-2 5.5-6 5.500ZM7 20.500h10',
}

/**
 * Draws the icon of a kind, in the style of web/ui/icon.tsx. The icons are here, so that only the list of
 * projects loads them.
 */
export function KindIcon({ kind }: { kind: ProjectKind }) {
  return <LineIcon path={shapes[kind]} className="size-5 shrink-0" />
}
