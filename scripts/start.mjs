// Runs `npm start`: installs missing libraries, builds the web app if it is stale, and keeps the
// server running.
import './require-node.mjs'

async function start() {
  const { install } = await import('./install.mjs')
  const { buildWeb } = await import('./prepare.mjs')
  const { keepRunning } = await import('./keep-running.mjs')
  const { serverFlags } = await import('./server-flags.mjs')
  await install()
  await buildWeb()
  keepRunning('server/start.ts', process.argv.slice(2), serverFlags)
}

start()
