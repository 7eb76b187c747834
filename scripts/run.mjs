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
  const programArguments = process.argv.slice(2)
  const fileIndex = programArguments.findIndex((each) => !each.startsWith('-'))
  if (fileIndex < 0) fail('Say which file to run: node scripts/run.mjs <file> [arguments]')
  const flags = programArguments.slice(0, fileIndex)
  const ownFlags = ['--checks', '--web']
  await install()
  if (flags.includes('--checks')) await installTool(checks)
  if (flags.includes('--web')) await buildWeb()
  const nodeFlags = flags.filter((flag) => !ownFlags.includes(flag))
  handOver(programArguments[fileIndex], programArguments.slice(fileIndex + 1), { nodeFlags })
}

run()
