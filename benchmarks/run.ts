// npm run bench [-- name ...] [--seconds n] [--rounds n] [--json]: measures each claim about speed and
// its rival in turns. It prints a table on stderr in the order of the goals and, with --json, JSON on
// stdout. --against COMMIT [--turns n] measures that commit and this one in turns.
import { parseArgs } from 'node:util'
import { measureAppPages } from '#benchmarks/app-pages.ts'
import { measureBoards } from '#benchmarks/boards.ts'
import { measureBuys } from '#benchmarks/buys.ts'
import { type Finding, spreadText, tableOf } from '#benchmarks/compare.ts'
import { compareCommits } from '#benchmarks/compare-commits.ts'
import { measureKeptCard } from '#benchmarks/kept-card.ts'
import { measureLanding } from '#benchmarks/landing.ts'
import { measureLighthouse } from '#benchmarks/lighthouse.ts'
import { measureLog } from '#benchmarks/log-cost.ts'
import { measurePasses } from '#benchmarks/passes.ts'
import { measureHistory } from '#benchmarks/purchase-history.ts'
import { measureReads } from '#benchmarks/reads.ts'
import { measureOrders } from '#benchmarks/rival-orders.ts'
import { measureProcesses } from '#benchmarks/second-process.ts'
import { measureSignIns } from '#benchmarks/sign-ins.ts'
import { measureSoak } from '#benchmarks/soak.ts'
import { measureUnreadAnswers } from '#benchmarks/unread-answers.ts'

type Benchmark = (seconds: number, rounds: number) => Promise<Finding[]>

const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ['buys', measureBuys],
  ['reads', measureReads],
  ['sign-ins', measureSignIns],
  ['boards', measureBoards],
  ['passes', measurePasses],
  ['landing', measureLanding],
  ['kept-card', measureKeptCard],
  ['app-pages', measureAppPages],
  ['lighthouse', measureLighthouse],
  ['orders', measureOrders],
  ['log', measureLog],
  ['unread-answers', measureUnreadAnswers],
  ['processes', measureProcesses],
  ['history', measureHistory],
  ['soak', measureSoak],
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    against: { type: 'string' },
    turns: { type: 'string', default: '3' },
  },
})
const unknown = positionals.filter((name) => !benchmarks.has(name))
if (unknown.length > 0) {
  process.stderr.write(`No benchmark ${unknown.join(', ')}; there are ${names().join(', ')}.\n`)
  process.exit(1)
}
const chosenNames = positionals.length > 0 ? positionals : names()
const { seconds, rounds } = values
if (values.against !== undefined) {
  const turns = Number(values.turns)
  await compareCommits({ commit: values.against, names: chosenNames, seconds, rounds, turns })
} else {
  await printFindings()
}

async function printFindings(): Promise<void> {
  const findings: Finding[] = []
  for (const name of chosenNames) {
    const newFindings = await benchmarks.get(name)?.(Number(seconds), Number(rounds))
    findings.push(...(newFindings ?? []))
  }
  findings.sort((one, other) => one.row.localeCompare(other.row, 'en', { numeric: true }))
  const heads = [
    'row',
    'what',
    'beside',
    'ratio (least to greatest)',
    'goal',
    'ours : theirs',
    'p99 ms',
    'also',
  ]
  const rows = findings.map((each) => [
    each.row,
    each.measure,
    each.rival,
    `${spreadText(each.ratio, 2)}${each.reached ? '' : '  MISSED'}`,
    each.goal,
    `${Math.round(each.ours.median)} : ${Math.round(each.theirs.median)} ${each.unit}`,
    each.p99Ms === null ? '' : spreadText(each.p99Ms, 1),
    Object.entries(each.also ?? {})
      .map(([name, figure]) => `${name} ${figure}`)
      .join(', '),
  ])
  process.stderr.write(`${tableOf([heads, ...rows])}\n`)
  if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
}

function names(): string[] {
  return [...benchmarks.keys()]
}
