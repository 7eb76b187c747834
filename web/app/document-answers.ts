// Fills the cache of /app with the answers that the server put into the document, so that the first rendering
// needs no request.
import type { QueryClient } from '@tanstack/react-query'
import type { DocumentAnswers } from '#values/drawn-page.ts'
import { newQueryClient } from '#web/api/query-client.ts'

let documentAnswers: DocumentAnswers | undefined

/** Provides the answers for the next cache. */
export function provideAnswers(answers: DocumentAnswers) {
  documentAnswers = answers
}

// The code that draws contains this file too, and has no document.
const holder = import.meta.env.SSR
  ? null
  : document.querySelector<HTMLTemplateElement>('template#answers')
if (holder) provideAnswers(JSON.parse(holder.content.textContent ?? ''))
holder?.remove()

/** Returns a new cache. The first one of the document's user has the document's answers. */
export function newFilledCache(passportId: string | undefined): QueryClient {
  const client = newQueryClient()
  if (documentAnswers?.passportId === passportId) {
    for (const [key, answer] of documentAnswers?.answers ?? []) client.setQueryData(key, answer)
  }
  documentAnswers = undefined
  return client
}
