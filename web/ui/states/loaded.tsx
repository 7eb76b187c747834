// The states of what is loaded: its shape while it comes, the catalogue's sentence with Retry where
// it failed, else the thing. It never takes away what was already there: a failed refresh keeps it.

import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { ErrorState } from '../notices.tsx'
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
  // While Retry is at work the sentence and its button stay, so that the focus does too.
  if (query.isError || query.errorUpdateCount > 0) {
    return (
      <ErrorState message={error} onRetry={() => void query.refetch()} busy={query.isFetching} />
    )
  }
  return <SkeletonGroup label={texts.common_loading()}>{skeleton}</SkeletonGroup>
}
