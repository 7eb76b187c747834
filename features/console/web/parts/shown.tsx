// Shows the answer of a call: grey shapes while it loads, the problem with Retry after a failure, otherwise the
// content. After a failed refresh, the content stays.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ConsolePart } from '#values/staff/roles.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import { Problem } from './load-problem.tsx'

type ShownProps<Data> = {
  query: UseQueryResult<Data>
  part?: ConsolePart
  children: (data: Data) => Elements
}

export function Shown<Data>({ query, part, children }: ShownProps<Data>) {
  const { data, error, isFetching, errorUpdateCount } = query
  if (data !== undefined) return children(data)
  if (error !== null || errorUpdateCount > 0) {
    return (
      <Problem error={error} part={part} busy={isFetching} onRetry={() => void query.refetch()} />
    )
  }
  return (
    <SkeletonGroup label="Loading…">
      <div className="grid gap-3">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </SkeletonGroup>
  )
}
