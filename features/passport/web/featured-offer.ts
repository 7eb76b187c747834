// Which featured project is offered where one presses a button without choosing. Pure.
import type { FeaturedProject } from '#features/catalogue/contract.ts'

/**
 * The first that can be bought. What was `kept` of it stays, with its newest figures, so that neither
 * project nor batch is replaced while somebody pays for it.
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
