// Warns before the tests if the web app that some of them need is missing or old. It does not build
// it, so that work on a single rule does not wait.
import { builtState } from '#scripts/prepare.mjs'

const sentences = {
  missing: 'The web app is not built, so tests that ask for its pages fail: npm run build',
  stale: 'The web app is older than its sources, and tests of its pages see the old: npm run build',
} as const

export function setup(): void {
  const state = builtState()
  if (state !== 'current') process.stderr.write(`${sentences[state]}\n`)
}
