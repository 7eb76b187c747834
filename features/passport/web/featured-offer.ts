// Chooses the featured project that buttons without a choice offer. Pure.
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'

/**
 * Returns the first project with stock, or the `kept` one with its newest figures, so that project and
 * batch do not change while a user pays.
 */
export function offerOf(
  featured: readonly FeaturedProject[] | undefined,
  kept: FeaturedProject | undefined,
): FeaturedProject | undefined {
  const found = featured?.find((each) =>
    kept === undefined
      ? (each.preferred_batch?.kg_available ?? 0) > 0
      : each.id === kept.id && each.preferred_batch?.id === kept.preferred_batch?.id,
  )
  return found ?? kept
}
