// Draws the states of a loaded part: its shape while loading, a sentence with Retry after a
// failure, else its content. A failed refresh keeps the content.

import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { ErrorState } from '../empty-or-error.tsx'
import { SkeletonGroup } from './skeleton.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  skeleton: Elements
  /** Its sentence of the catalogue (docs/product.md#text-catalogue). */
  error: string
  children: (data: Data) => Elements
}

export function Loaded<Data>({ query, skeleton, error, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  // During Retry the sentence and its button stay, so that the focus does too.
  if (query.isError || query.errorUpdateCount > 0) {
    return (
      <ErrorState message={error} onRetry={() => void query.refetch()} busy={query.isFetching} />
    )
  }
  return <SkeletonGroup label={texts.common_loading()}>{skeleton}</SkeletonGroup>
}
