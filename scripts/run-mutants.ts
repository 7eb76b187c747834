// Runs `npm run mutants`: Stryker makes small changes in a copy of the pure rules and lists those that no
// test detects. It installs Stryker first. To check one file, in a minute: npm run mutants -- --mutate
// values/lists/leagues.ts
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installTool, root } from '#scripts/install.mjs'

const folder = 'tools/mutants'

await installTool(folder)
const stryker = join(root, folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const args = [stryker, 'run', join(folder, 'stryker.json'), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
