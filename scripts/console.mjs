// Runs `npm run console`: installs missing libraries, builds the console if it is stale, and keeps the
// server of the console running.
import './require-node.mjs'

async function start() {
  const { install } = await import('./install.mjs')
  const { buildWeb } = await import('./prepare.mjs')
  const { keepRunning } = await import('./keep-running.mjs')
  const { serverFlags } = await import('./server-flags.mjs')
  await install()
  await buildWeb()
  keepRunning('server/serve-console.ts', process.argv.slice(2), serverFlags)
}

start()
