// How many ISO weeks in a row somebody contributed. Pure.

const weekMs = 7 * 86_400_000

/**
 * The longest run among weeks given by their Mondays, `2026-02-09`, each once. A run that was broken
 * since still counts: what was reached is never taken away.
 */
export function longestStreak(mondays: readonly string[]): number {
  const starts = mondays.map((monday) => Date.parse(`${monday}T00:00:00Z`)).sort((a, b) => a - b)
  let longest = 0
  let run = 0
  starts.forEach((start, index) => {
    const before = starts[index - 1]
    run = before !== undefined && start - before === weekMs ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}
