// Caches the results of a pure function of a text, for texts that recur. It must not cache a value that
// may change.

/** Returns the function with a cache, which is emptied when it contains `max` texts. */
export function rememberLately<Answer>(
  answerOf: (text: string) => Answer,
  max: number,
): (text: string) => Answer {
  const cache = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached.answer
    const answer = answerOf(text)
    if (cache.size >= max) cache.clear()
    cache.set(text, { answer })
    return answer
  }
}
