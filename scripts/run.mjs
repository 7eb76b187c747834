// Runs a program of the checkout with the pinned Node, under any Node:
//   node scripts/run.mjs [--checks] [--web] [flags of Node] <file> [arguments].
// It installs missing libraries first (with --checks also the tools that check) and builds the web app with
// --web. An older Node cannot run a TypeScript file itself. It must never print to the standard output,
// which belongs to the program.
import './require-node.mjs'

async function run() {
  const { checks, fail, install, installTool } = await import('./install.mjs')
  const { buildWeb } = await import('./prepare.mjs')
  const { handOver } = await import('./hand-over.mjs')
  const given = process.argv.slice(2)
  const at = given.findIndex((each) => !each.startsWith('-'))
  if (at < 0) fail('Say which file to run: node scripts/run.mjs <file> [arguments]')
  const flags = given.slice(0, at)
  const own = ['--checks', '--web']
  await install()
  if (flags.includes('--checks')) await installTool(checks)
  if (flags.includes('--web')) await buildWeb()
  const nodeFlags = flags.filter((flag) => !own.includes(flag))
  handOver(given[at], given.slice(at + 1), { nodeFlags })
}

run()
