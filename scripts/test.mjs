// `npm test`: installs what is missing and becomes the test run.
import './require-node.mjs'

async function test() {
  const { install } = await import('./prepare.mjs')
  const { handOver } = await import('./hand-over.mjs')
  await install()
  handOver('scripts/test.ts', process.argv.slice(2))
}

test()
