// `npm start`: installs what is missing, builds the web app if it is stale, and becomes the server.
import './require-node.mjs'

async function start() {
  const { buildWeb, install } = await import('./prepare.mjs')
  const { handOver } = await import('./hand-over.mjs')
  await install()
  await buildWeb()
  handOver('server/start.ts', process.argv.slice(2))
}

start()
