// Remembers what a pure function of a text answered lately, where the same few texts come again and
// again. It must not hold what may change.

/** The same function; once it remembers `max` texts it forgets them all and begins anew. */
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
