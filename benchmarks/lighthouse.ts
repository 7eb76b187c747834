// Scores the first visit of a signed-in user to /app with Lighthouse, as on a phone. Needs an idle machine.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Finding, spreadOf } from '#benchmarks/compare.ts'
import { openShop } from '#benchmarks/shop.ts'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'
import { installTool } from '#scripts/install.mjs'
import { Person } from '#tests/support/people/person.ts'

const folder = 'benchmarks/rivals/lighthouse'
/** Number of runs. Lighthouse's documentation takes the median of five. */
const runsMin = 5
const scoreMin = 95

const report = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'largest-contentful-paint': z.object({ numericValue: z.number() }),
    'total-blocking-time': z.object({ numericValue: z.number() }),
    'cumulative-layout-shift': z.object({ numericValue: z.number() }),
  }),
})
type Report = z.infer<typeof report>

export async function measureLighthouse(_seconds: number, rounds: number): Promise<Finding[]> {
  await installTool(folder)
  const shop = await openShop({ DEMO_CATALOGUE: '1' })
  try {
    const person = await new Person(shop.url).signIn()
    const reports: Report[] = []
    // The first run also warms the app and the browser's files.
    for (let run = 0; run <= Math.max(rounds, runsMin); run += 1) {
      const found = await scorePage(`${shop.url}/app`, person.cookie)
      if (run > 0) reports.push(found)
    }
    const scores = spreadOf(reports.map(({ categories }) => categories.performance.score * 100))
    const ratio = spreadOf(
      reports.map(({ categories }) => (categories.performance.score * 100) / scoreMin),
    )
    process.stderr.write(`row 20b: ${scores.median} (${scores.least} to ${scores.greatest})\n`)
    return [
      {
        row: '20b',
        measure: '/app, first visit, Lighthouse mobile',
        rival: `a score of ${scoreMin}`,
        goal: '>= 1',
        ratio,
        unit: 'points',
        ours: scores,
        theirs: spreadOf([scoreMin]),
        p99Ms: null,
        also: {
          'largest paint, ms': medianOf(reports, 'largest-contentful-paint'),
          'blocked ms': medianOf(reports, 'total-blocking-time'),
          'layout shift': medianOf(reports, 'cumulative-layout-shift'),
        },
        reached: ratio.median >= 1,
      },
    ]
  } finally {
    await shop.close()
  }
}

/** Returns Lighthouse's report of a page, with its preset for a phone. */
async function scorePage(url: string, cookie: string): Promise<Report> {
  const chromium = findOrInstallChromium((sentence) => process.stderr.write(`${sentence}\n`))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `${folder}/node_modules/lighthouse/cli/index.js`,
      url,
      ...['--output=json', '--quiet', '--only-categories=performance'],
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      `--chrome-flags=${['--headless', ...chromiumArguments].join(' ')}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: chromium } },
  )
  return report.parse(JSON.parse(stdout))
}

function medianOf(reports: readonly Report[], audit: keyof Report['audits']): number {
  const { median } = spreadOf(reports.map(({ audits }) => audits[audit].numericValue))
  return Math.round(median * 100) / 100
}
