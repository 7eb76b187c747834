// Chooses the featured project that 'Buy Offsets' on the home page offers. Pure.
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'

/**
 * Returns the first project with stock, or the previous offer (`kept`) with its newest figures. The offer
 * stays, so that project and batch do not change while a user pays.
 */
export function offerOf(
  featured: readonly FeaturedProject[] | undefined,
  kept: FeaturedProject | undefined,
): FeaturedProject | undefined {
  const newest = featured?.find((each) =>
    kept === undefined
      ? (each.preferred_batch?.kg_available ?? 0) > 0
      : each.id === kept.id && each.preferred_batch?.id === kept.preferred_batch?.id,
  )
  return newest ?? kept
}
