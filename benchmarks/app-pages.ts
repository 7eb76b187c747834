// Measures the largest paint of pages of /app on a phone. The rival of a signed-in user's first visit is the
// landing page. The rival of the pages that this user opens next is /app.
import { type Claim, compare, type Finding, spreadOf } from '#benchmarks/compare.ts'
import { openShop } from '#benchmarks/shop.ts'
import {
  openBrowser,
  openMember,
  openPageOf,
  type Paint,
  paintRoundsMin,
  visit,
  visitOnNewPhone,
} from '#benchmarks/slow-phone.ts'
import type { IssuedBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'

const purchases = 500

type Page = { readonly name: string; readonly path: string }

export async function measureAppPages(_seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop({ DEMO_CATALOGUE: '1' })
  const browser = await openBrowser()
  try {
    const batch = await shop.issueBatch(100_000)
    const person = await new Person(shop.url).signIn()
    const findings: Finding[] = []
    const measure = async (claim: Omit<Claim, 'measureOurs' | 'measureRival'>, visits: Visits) => {
      const paints: Paint[] = []
      const finding = await compare(
        {
          ...claim,
          measureOurs: async () => {
            const paint = await visits.ours()
            paints.push(paint)
            return { ms: paint.largestMs }
          },
          measureRival: async () => ({ ms: (await visits.rival()).largestMs }),
        },
        Math.max(rounds, paintRoundsMin),
      )
      findings.push({ ...finding, also: figuresOf(paints) })
    }
    await measure(
      {
        row: '20',
        measure: '/app, first visit, processor 4 times slower, slow 4G',
        rival: 'largest paint of the landing page',
        goal: 1.2,
        isMaximum: true,
      },
      {
        ours: () => visitOnNewPhone(browser, `${shop.url}/app`, { isSlow: true, person }),
        rival: () => visitOnNewPhone(browser, shop.url, { isSlow: true }),
      },
    )
    await buyOften(person, batch)
    for (const { name, path } of pagesOf(batch)) {
      const phone = await openMember(browser, shop.url, person)
      const open = async (at: string) => {
        const page = await openPageOf(phone, shop.url, { isSlow: true })
        const paint = await visit(page, shop.url + at)
        await page.close()
        return paint
      }
      await measure(
        {
          row: '22',
          measure: `${name}, processor 4 times slower, slow 4G`,
          rival: 'largest paint of /app',
          goal: 1.3,
          isMaximum: true,
        },
        { ours: () => open(path), rival: () => open('/app') },
      )
      await phone.close()
    }
    return findings
  } finally {
    await browser.close()
    await shop.close()
  }
}

type Visits = { readonly ours: () => Promise<Paint>; readonly rival: () => Promise<Paint> }

const pagesOf = ({ projectId }: IssuedBatch): readonly Page[] => [
  { name: 'the projects of the demonstration', path: '/app/projects' },
  { name: 'a project', path: `/app/projects/${projectId}` },
  { name: `activity of ${purchases} purchases`, path: '/app/transactions' },
  { name: 'the leaderboards', path: '/app/leaderboards' },
]

async function buyOften(person: Person, batch: IssuedBatch): Promise<void> {
  for (let count = 0; count < purchases; count += 1) await person.buyByCard(batch, 20)
}

function figuresOf(paints: readonly Paint[]): Record<string, number> {
  const greatest = (of: (paint: Paint) => number) => rounded(Math.max(...paints.map(of)))
  const median = (of: (paint: Paint) => number) => rounded(spreadOf(paints.map(of)).median)
  return {
    'files of code and style, at most': greatest(({ files }) => files),
    'layout shift, at most': greatest(({ shift }) => shift),
    'blocked ms': median(({ blockedMs }) => blockedMs),
    'at most': greatest(({ blockedMs }) => blockedMs),
    'longest later task, ms': median(({ longestTaskMs }) => longestTaskMs),
    'or at most': greatest(({ longestTaskMs }) => longestTaskMs),
  }
}

function rounded(figure: number): number {
  return Math.round(figure * 100) / 100
}
