// Runs `npm test`: installs missing libraries, including those of checks and tests, and then runs
// scripts/test.ts.
import './require-node.mjs'

// Starts the time limit of the run, which includes the installation.
process.env.TEST_BEGAN_AT = String(Date.now())

async function test() {
  const { checks, install, installTool, testLibraries } = await import('./install.mjs')
  const { handOver } = await import('./hand-over.mjs')
  await install()
  await installTool(checks)
  await installTool(testLibraries)
  handOver('scripts/test.ts', process.argv.slice(2), { lastLine: '0 passed, 1 failed' })
}

test()
