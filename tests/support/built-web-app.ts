// Before the tests: says where the web app that some of them ask for is missing or old. It must not
// build it: whoever works on one rule does not wait for that.
import { builtState } from '#scripts/prepare.mjs'

const sentences = {
  missing: 'The web app is not built, so tests that ask for its pages fail: npm run build',
  stale: 'The web app is older than its sources, and tests of its pages see the old: npm run build',
} as const

export function setup(): void {
  const state = builtState()
  if (state !== 'current') process.stderr.write(`${sentences[state]}\n`)
}
