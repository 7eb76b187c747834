// Runs `npm run dev`: the server, restarted at every change, and Vite in front of it, whose address
// to open. It must not outlive its terminal.
import './require-node.mjs'

async function develop() {
  const { spawn } = await import('node:child_process')
  const { join } = await import('node:path')
  const { install, pinnedNode, root } = await import('./install.mjs')
  const { buildWeb } = await import('./prepare.mjs')
  const { serverFlags } = await import('./server-flags.mjs')
  await install()
  // Builds the web app first, because the server reads the pages when it starts.
  await buildWeb()
  const run = (...args) => spawn(pinnedNode, args, { cwd: root, stdio: 'inherit' })
  const children = [
    run(...serverFlags, '--watch', '--watch-preserve-output', 'server/start.ts'),
    run(join(root, 'node_modules/vite/bin/vite.js')),
  ]
  const end = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  // Ignores Ctrl-C, which the terminal also sends to the children; this process waits for their end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  for (const child of children) child.once('exit', end)
}

develop()
