// Caches the results of a pure function of a text, for texts that recur. It must not cache a value that
// may change.

/** Returns the same function with a cache, which is emptied when it holds `max` texts. */
export function rememberLately<Answer>(
  answerOf: (text: string) => Answer,
  max: number,
): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.answer
    const answer = answerOf(text)
    if (known.size >= max) known.clear()
    known.set(text, { answer })
    return answer
  }
}
