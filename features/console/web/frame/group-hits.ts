// Groups the hits of the search by their kind.
import type { Hit } from '#features/console/search/search-calls.ts'

const kindNames = {
  person: 'People',
  purchase: 'Purchases',
  batch: 'Batches',
  project: 'Projects',
  programme: 'Programmes',
} as const satisfies Record<Hit['kind'], string>

export type HitGroup = {
  readonly kind: Hit['kind']
  readonly name: string
  readonly hits: readonly Hit[]
}

/** Returns the groups in the order of their best hit. */
export function groupHits(hits: readonly Hit[]): readonly HitGroup[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    name: kindNames[kind],
    hits: hits.filter((hit) => hit.kind === kind),
  }))
}
