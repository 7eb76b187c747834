// Generates random numbers that are the same for the same text, for drawings that depend on an id.

/** Returns a generator of numbers from 0 up to (not including) 1, seeded by `seed`. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
  // Discards the first numbers, which are similar for similar texts.
  for (let i = 0; i < 8; i++) next()
  return next
}
