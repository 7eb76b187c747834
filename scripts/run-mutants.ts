// `npm run mutants`: Stryker plants every small fault that it can think of in the pure rules, in
// a sandbox of its own, and lists those that their tests let pass. What it takes is installed first.
//   -- --mutate values/lists/leagues.ts    one file, in a minute
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installTool, root } from '#scripts/install.mjs'

const folder = 'tools/mutants'

await installTool(folder)
const stryker = join(root, folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const args = [stryker, 'run', join(folder, 'stryker.json'), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
