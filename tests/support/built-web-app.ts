// Warns before the tests if the built web app, which some of them need, is missing or old. It builds
// nothing, so that a run of a few tests does not wait.
import { builtState } from '#scripts/prepare.mjs'

const warnings = {
  missing: 'The web app is not built, so tests that ask for its pages fail: npm run build',
  stale: 'The web app is older than its sources, and tests of its pages see the old: npm run build',
} as const

export function setup(): void {
  const state = builtState()
  if (state !== 'current') process.stderr.write(`${warnings[state]}\n`)
}
