// Loads a page of a list. The server names the next page in the header Link.

import type { CallReply } from '#values/call.ts'
import { readAnswer, send } from '#web/api/api.ts'
import { addressOfCall, type UnsignedCall } from '#web/api/ask.ts'
import { shapeOf } from '#web/api/shape.ts'

export type ListQuery = Readonly<Record<string, string>>

export type ListPage<Rows> = {
  readonly rows: Rows
  /** The value of `after` for the next page; null on the last page. */
  readonly next: string | null
}

/** Loads lists of one call. `id` is the first element of its query keys. */
export type ListSource<Rows> = {
  readonly id: string
  readonly load: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<Rows>>
}

export function sourceOf<C extends UnsignedCall>(call: C): ListSource<CallReply<C>> {
  return {
    id: call.id,
    async load(query, signal) {
      const response = await send(addressOfCall(call, { query }), { signal })
      const next = nextOf(response.headers.get('link'))
      return { rows: await readAnswer(response, shapeOf(call)), next }
    },
  }
}

/** Returns `after` of the address with `rel="next"` in a header Link, or null. */
export function nextOf(link: string | null): string | null {
  const [, address] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? []
  if (address === undefined) return null
  return new URL(address, 'https://console.invalid').searchParams.get('after')
}
