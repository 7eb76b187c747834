// Measures this checkout and a clone of another commit in turns. For each row, it prints how much the
// ratio to its rival changed. It starts `npm run bench` of each side in a separate process.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Finding, spreadOf, spreadText, tableOf } from '#benchmarks/compare.ts'

/** A row is marked as worse if its ratio changed for the worse by more than this part. */
const tolerance = 0.1

export type Turns = {
  readonly commit: string
  readonly names: readonly string[]
  readonly seconds: string
  readonly rounds: string
  readonly turns: number
}

/**
 * Measures both commits in turns and prints the comparison on stderr. Throws if the commit is unknown or
 * a run fails.
 */
export async function compareCommits(plan: Turns): Promise<void> {
  const cloneFolder = await mkdtemp(join(tmpdir(), 'carbon-passport-bench-'))
  try {
    git('clone', '--quiet', '--shared', '--no-checkout', '.', cloneFolder)
    git(
      '-C',
      cloneFolder,
      'checkout',
      '--quiet',
      '--detach',
      git('rev-parse', `${plan.commit}^{commit}`),
    )
    // The earlier commit may lack a benchmark.
    const previousRun = await readFile(join(cloneFolder, 'benchmarks/run.ts'), 'utf8')
    const previousFindings: Finding[] = []
    const currentFindings: Finding[] = []
    for (let turn = 0; turn < plan.turns; turn += 1) {
      for (const name of plan.names) {
        if (previousRun.includes(`['${name}', `))
          previousFindings.push(...(await measureIn(cloneFolder, name, plan)))
        currentFindings.push(...(await measureIn('.', name, plan)))
      }
    }
    process.stderr.write(`${tableOf([heads, ...rowsOf(previousFindings, currentFindings)])}\n`)
  } finally {
    await rm(cloneFolder, { recursive: true, force: true })
  }
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout.trim()
}

/** Runs a benchmark by the folder's own script, which installs its libraries and builds its web app. */
async function measureIn(folder: string, name: string, plan: Turns): Promise<readonly Finding[]> {
  const { seconds, rounds } = plan
  const options = ['--seconds', seconds, '--rounds', rounds, '--json']
  const child = spawn('npm', ['run', '--silent', 'bench', '--', name, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  if (output === '') throw new Error(`The benchmark ${name} failed in ${folder}.`)
  return JSON.parse(output)
}

const heads = ['row', 'what', 'before', 'now', 'change']

function rowsOf(
  previousFindings: readonly Finding[],
  currentFindings: readonly Finding[],
): readonly string[][] {
  const rows = new Map(
    currentFindings.map((finding) => [`${finding.row} ${finding.measure}`, finding]),
  )
  return [...rows.values()].map(({ row, measure, goal }) => {
    const ratios = (findings: readonly Finding[]) =>
      spreadOf(
        findings
          .filter((each) => each.row === row && each.measure === measure)
          .map(({ ratio }) => ratio.median),
      )
    const [previous, current] = [ratios(previousFindings), ratios(currentFindings)]
    const change = current.median / previous.median
    const isWorse = goal.startsWith('<=') ? change > 1 + tolerance : change < 1 - tolerance
    if (Number.isNaN(change)) return [row, measure, '', spreadText(current, 2), 'new']
    const percent = `${change >= 1 ? '+' : ''}${Math.round((change - 1) * 100)} %`
    const texts = [previous, current].map((spread) => spreadText(spread, 2))
    return [row, measure, ...texts, `${percent}${isWorse ? '  WORSE' : ''}`]
  })
}
