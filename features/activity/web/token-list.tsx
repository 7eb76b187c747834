// Shows every token id of a purchase in a virtual list. It renders only rows near the visible ones, and
// requests only their pages of 1,000 ids. Native scrolling supports keys and screen readers.
import { useQueries } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listTokens, type Token } from '#features/purchases/activity-calls.ts'
import { ask } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { formatCount } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

const staleMs = 60_000

/**
 * Milliseconds without scrolling before the visible pages are requested. Pages scrolled past are skipped.
 */
const scrollPauseMs = 80

function useTokenPages(txId: string, pages: readonly number[]) {
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: [listTokens.id, txId, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const input = { params: { tx_id: txId }, query: { cursor: page * tokensPerPage } }
        return ask(listTokens, input, signal)
      },
      // A token's id never changes, but its state may change daily.
      staleTime: staleMs,
    })),
  })
}

export function TokenList({ txId, count }: { txId: string; count: number }) {
  const box = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [settledTop, setSettledTop] = useState(0)
  const { first, last } = windowOf(scrollTop, count)
  const requestedWindow = windowOf(settledTop, count)
  const pages = pagesOf(requestedWindow.first, requestedWindow.last)
  const answers = useTokenPages(txId, pages)
  const failed = answers.filter((answer) => answer.isError)

  useEffect(() => {
    const timer = setTimeout(() => setSettledTop(scrollTop), scrollPauseMs)
    return () => clearTimeout(timer)
  }, [scrollTop])

  useLayoutEffect(() => {
    // The Content Security Policy forbids style attributes in markup, so a script sets these.
    list.current?.style.setProperty('height', `${count * rowHeightPx}px`)
    list.current?.style.setProperty('padding-top', `${first * rowHeightPx}px`)
  }, [count, first])

  function tokenAt(index: number) {
    const page = Math.floor(index / tokensPerPage)
    return answers[pages.indexOf(page)]?.data?.[index % tokensPerPage]
  }

  return (
    <div className="grid gap-1.5">
      <p className="caption">{texts.activity_all_tokens()}</p>
      {failed.length > 0 ? (
        <ErrorState
          message={texts.activity_tokens_failed()}
          error={failed[0]?.error}
          onRetry={() => {
            for (const answer of failed) void answer.refetch()
          }}
        />
      ) : null}
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keys
        tabIndex={0}
        aria-label={texts.activity_all_tokens()}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        // No scroll anchoring, because rows are added above the visible ones.
        className="max-h-68 overflow-y-auto overscroll-contain rounded-field border border-line bg-surface [contain:layout_paint_style] [overflow-anchor:none]"
      >
        <ol ref={list} className="overflow-hidden">
          {Array.from({ length: last - first }, (_, offset) => first + offset).map((index) => (
            <li
              key={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className="flex h-[44px] items-center gap-3 border-line/60 border-b pl-3.5"
            >
              <span className="min-w-12 shrink-0 text-right text-[0.8125rem] text-soft tabular-nums">
                {formatCount(index + 1)}
              </span>
              <TokenText token={tokenAt(index)} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function TokenText({ token }: { token: Token | undefined }) {
  if (token === undefined) return <Skeleton className="h-4 flex-1" />
  const { id, state } = token
  const cut = Math.max(0, id.lastIndexOf('.'))
  return (
    <>
      <span
        translate="no"
        className="flex min-w-0 flex-1 font-code text-[0.8125rem]/[normal]"
        title={id}
      >
        <span className="truncate">{id.slice(0, cut)}</span>
        <span className="shrink-0 font-bold">{id.slice(cut)}</span>
      </span>
      {state === 'retired' ? (
        <span className="shrink-0 text-soft text-xs">{texts.activity_token_retired()}</span>
      ) : null}
      <CopyButton text={id} label={id} />
    </>
  )
}

/** A place is a kilogram's position in its batch; 1,000 places are a tonne of the registry. */
const kgPerTonne = 1_000

/** Returns the place in a token id, from 1, or null if the id has none. */
export function placeOf(tokenId: string): number | null {
  const match = /\.(\d+)$/.exec(tokenId)
  return match ? Number(match[1]) : null
}

/** Returns the text of a range of ids of one batch, such as `GS1-1.401–1000`. */
export function rangeOf(firstToken: string, lastToken: string): string {
  const last = placeOf(lastToken)
  return firstToken === lastToken || last === null ? firstToken : `${firstToken}–${last}`
}

/** Returns the number of the tonne that contains a place. The batch's first tonne is 1. */
export function tonneOf(place: number): number {
  return Math.ceil(place / kgPerTonne)
}

/** Returns the first and last tonne of a range of token ids, or null if an id has no place. */
export function tonnesOf(firstToken: string, lastToken: string) {
  const first = placeOf(firstToken)
  const last = placeOf(lastToken)
  return first === null || last === null ? null : { first: tonneOf(first), last: tonneOf(last) }
}

/** Number of ids on a page of the API. */
const tokensPerPage = 1_000
/** Height of a row in px. The class of a row must have the same height. */
const rowHeightPx = 44
const visibleRows = 8
/** Number of rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const overscanRows = 12

/** Returns the range of rendered rows, from `first` until before `last`. */
export function windowOf(scrollTopPx: number, count: number): { first: number; last: number } {
  const top = Math.floor(Math.max(0, scrollTopPx) / rowHeightPx)
  const first = Math.max(0, Math.min(top - overscanRows, count - visibleRows))
  return { first, last: Math.min(count, top + visibleRows + overscanRows) }
}

/** Returns the numbers of the pages, from 0, that contain the rows from `first` until before `last`. */
export function pagesOf(first: number, last: number): number[] {
  if (last <= first) return []
  const from = Math.floor(first / tokensPerPage)
  const to = Math.floor((last - 1) / tokensPerPage)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
