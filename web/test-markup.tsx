// Renders a part of a page to HTML without a browser, for tests only.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { paths } from './paths.ts'

/** The query cache of the test: key and data; undefined means that the answer is not there yet. */
export type Known = readonly (readonly [queryKey: readonly unknown[], data: unknown])[]

/** The HTML of a part at a path with some cached answers; every other query is still loading. */
export function markupOf(part: ReactNode, known: Known = [], path: string = paths.home): string {
  const client = new QueryClient()
  for (const [queryKey, data] of known) client.setQueryData(queryKey, data)
  try {
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Router ssrPath={path}>{part}</Router>
      </QueryClientProvider>,
    )
  } finally {
    client.clear()
  }
}

/** The text of the HTML, without drawings: `|` separates elements. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(svg).*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s*\|[|\s]*/g, '|')

/** The same as a list of texts. */
export const wordsIn = (html: string): string[] => textOf(html).split('|').filter(Boolean)
