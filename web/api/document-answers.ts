// Holds the answers that the server put into a drawn document. A page shows them in place of its placeholders
// until its own requests are answered, which it sends as on every other visit.
import type { QueryClient } from '@tanstack/react-query'
import type { DocumentAnswers } from '#values/drawn-page.ts'
import { newQueryClient } from './query-client.ts'

/** Time after which a page must not show the document's answers any more, in milliseconds. */
const shownForMs = 20_000

let documentAnswers: DocumentAnswers | undefined
let shownUntil = 0

/** Provides the answers for the caches of their user. */
export function provideAnswers(answers: DocumentAnswers) {
  documentAnswers = answers
  shownUntil = Date.now() + shownForMs
}

// The code that draws contains this file too, and has no document.
const holder =
  import.meta.env.SSR || typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLTemplateElement>('template#answers')
if (holder) provideAnswers(JSON.parse(holder.content.textContent ?? ''))
holder?.remove()

/** Returns a new cache, which shows the document's answers to their user. Another user's are dropped. */
export function newAppCache(passportId: string | undefined): QueryClient {
  const client = newQueryClient()
  if (documentAnswers?.passportId !== passportId) documentAnswers = undefined
  for (const [key, answer] of documentAnswers?.answers ?? []) {
    const placeholderData = () => (Date.now() < shownUntil ? answer : undefined)
    client.setQueryDefaults(key, { placeholderData })
  }
  return client
}
