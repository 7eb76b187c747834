// A person's offset activity as the pages ask for it: without token ids, newest first, page by page
// along the Link header. It must never hold more than it was asked for.
import { useInfiniteQuery } from '@tanstack/react-query'
import { readAnswer, send } from '#web/api.ts'
import { addressOf } from '#web/api-inputs.ts'
import { queryKeys } from '#web/query-keys.ts'
import type { ActivityEntry } from '../contract.ts'
import { activityShape } from './answer-shapes.ts'
import { nextPathOf } from './next-path.ts'

const firstPath = addressOf('/api/tokens/transaction/me', { query: { tokens: 'none' } })

type Page = { readonly entries: ActivityEntry[]; readonly nextPath: string | null }

async function readPage(path: string, signal: AbortSignal): Promise<Page> {
  const response = await send(path, { signal })
  const entries = await readAnswer(response, activityShape)
  return { entries, nextPath: nextPathOf(response.headers.get('link')) }
}

export function useActivity() {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.activity, 'list'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: firstPath,
    getNextPageParam: (page: Page) => page.nextPath,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return { ...query, entries }
}
