// A part of a page as it is first drawn, without a browser, for tests that read it. Never part of the product.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { paths } from './paths.ts'

/** What the browser knows of the server's already: the key of a query, and its data; undefined: it is not there yet. */
export type Known = readonly (readonly [queryKey: readonly unknown[], data: unknown])[]

/** The HTML of a part that stands at a path and knows some answers; what it would ask for is not there yet. */
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

/** What is read of it, without drawings: `|` stands wherever something begins or ends. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(svg).*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s*\|[|\s]*/g, '|')

/** The same, text by text. */
export const wordsIn = (html: string): string[] => textOf(html).split('|').filter(Boolean)
