// `npm test`: installs what is missing and becomes the test run.
import './require-node.mjs'

// The installation belongs to the time that a run may take.
process.env.TEST_BEGAN_AT = String(Date.now())

async function test() {
  const { install } = await import('./prepare.mjs')
  const { handOver } = await import('./hand-over.mjs')
  await install()
  handOver('scripts/test.ts', process.argv.slice(2), '0 passed, 1 failed')
}

test()
