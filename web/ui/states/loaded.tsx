// Shows a part of a page by the state of its query: a skeleton while it loads, an error with Retry after a
// failure, otherwise the content. After a failed refresh, the content stays.

import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { ErrorState } from '../empty-or-error.tsx'
import { SkeletonGroup } from './skeleton.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  skeleton: Elements
  /** The error message, from the text catalogue (docs/product.md#text-catalogue). */
  error: string
  /** Content for a list without entries. */
  empty?: Elements
  children: (data: Data) => Elements
}

export function Loaded<Data>({ query, skeleton, error, empty, children }: LoadedProps<Data>) {
  const { data } = query
  if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty
  if (data !== undefined) return children(data)
  // During a retry, the message and its button stay, so that the button keeps the focus.
  if (query.isError || query.errorUpdateCount > 0) {
    return (
      <ErrorState
        message={error}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
        error={query.error}
      />
    )
  }
  return <SkeletonGroup label={texts.common_loading()}>{skeleton}</SkeletonGroup>
}
