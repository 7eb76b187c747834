// Computes how many ISO weeks in a row have a contribution. Pure.

const weekMs = 7 * 86_400_000

/**
 * Returns the longest run of weeks, given by their distinct Mondays such as `2026-02-09`. A broken
 * run still counts, because reached achievements stay.
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
