// Computes scores, achievements, rewards and boards a second time from postings and purchases alone. Tests
// compare the product with it, so it uses no rule of the product.
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { League } from '#values/lists/leagues.ts'
import { weekStart } from '#values/text/iso-week.ts'

const readPurchases = statement(
  'oracle-buys',
  {
    buyer_id: 'uuid',
    buyer_phone: 'text',
    recipient_phone: 'text?',
    project_id: 'uuid',
    sdgs: 'int2[]',
    completed_at: 'timestamptz',
  },
  `select p.buyer_id, b.phone as buyer_phone, p.recipient_phone, p.project_id, j.sdgs, p.completed_at
   from purchases p join passports b on b.id = p.buyer_id join projects j on j.id = p.project_id
   where p.state = 'COMPLETED' and not p.is_reward`,
)
const readHoldings = statement(
  'oracle-holdings',
  { passport_id: 'uuid', is_reward: 'bool', kg: 'int8' },
  `select substring(k.destination from 8)::uuid as passport_id, p.is_reward,
     sum(k.quantity_kg)::bigint as kg
   from kg_postings k join purchases p on p.id = k.purchase_id
   where k.destination like 'holder:%' group by 1, 2`,
)
const readPeople = statement(
  'oracle-people',
  { id: 'uuid', nickname: 'text?', member_number: 'int2', hidden: 'bool' },
  'select id, nickname, member_number, hide_from_leaderboards as hidden from passports',
)

export type Expected = {
  readonly id: string
  readonly name: string
  readonly hidden: boolean
  readonly total: number
  readonly eco: number
  readonly values: Readonly<Record<string, number>>
  readonly reached: readonly string[]
}
type Row = { rank: number; name: string; score: number; isMe: boolean }

const thresholds: Readonly<Record<string, number>> = {
  first_offset: 1,
  offset_100: 100,
  offset_1000: 1_000,
  first_gift: 1,
  gift_5: 5,
  explorer_3: 3,
  streak_4: 4,
  sdg_5: 5,
}

export async function expectedScores(db: Database): Promise<Map<string, Expected>> {
  const [people, purchases, holdings] = await Promise.all([
    db.run(readPeople),
    db.run(readPurchases),
    db.run(readHoldings),
  ])
  const expected = people.map((person): [string, Expected] => {
    const ownPurchases = purchases.filter(({ buyer_id }) => buyer_id === person.id)
    const gifts = ownPurchases.filter(
      ({ recipient_phone, buyer_phone }) =>
        recipient_phone !== null && recipient_phone !== buyer_phone,
    )
    const heldKg = (isReward: boolean) =>
      holdings.find((each) => each.passport_id === person.id && each.is_reward === isReward)?.kg ??
      0
    const weekOf = (purchase: (typeof ownPurchases)[number]) =>
      weekStart(purchase.completed_at).getTime()
    const weeks = new Set(ownPurchases.map(weekOf))
    const projects = new Set(ownPurchases.map(({ project_id }) => project_id)).size
    const giftWeeks = new Set(gifts.map((gift) => `${weekOf(gift)} ${gift.recipient_phone}`)).size
    const values: Record<string, number> = {
      first_offset: heldKg(false),
      offset_100: heldKg(false),
      offset_1000: heldKg(false),
      first_gift: giftWeeks,
      gift_5: new Set(gifts.map(({ recipient_phone }) => recipient_phone)).size,
      explorer_3: projects,
      streak_4: longestRun(weeks),
      sdg_5: new Set(ownPurchases.flatMap(({ sdgs }) => sdgs)).size,
    }
    const reached = Object.keys(thresholds).filter(
      (code) => (values[code] ?? 0) >= (thresholds[code] ?? 0),
    )
    const eco = 10 * weeks.size + 15 * projects + 5 * giftWeeks + 10 * reached.length
    const name = person.nickname ?? `Member ${String(person.member_number).padStart(4, '0')}`
    const total = heldKg(false) + heldKg(true)
    return [person.id, { id: person.id, name, hidden: person.hidden, total, eco, values, reached }]
  })
  return new Map(expected)
}

/** Returns the length of the longest run of consecutive weeks. */
function longestRun(weeks: ReadonlySet<number>): number {
  const runs = [...weeks].map((start) => {
    let length = 1
    while (weeks.has(start + length * 604_800_000)) length += 1
    return length
  })
  return Math.max(0, ...runs)
}

/**
 * Repeats the table of docs/product.md#leagues. It imports no table of the product, because tests compare
 * the product with this one.
 */
const leagueStarts = {
  eco: { bronze: 0, silver: 100, gold: 300 },
  offsets: { bronze: 0, silver: 100, gold: 1_000 },
} as const satisfies Record<'eco' | 'offsets', Record<League, number>>

export function leagueOf(kind: 'eco' | 'offsets', score: number): string {
  const starts = kind === 'eco' ? leagueStarts.eco : leagueStarts.offsets
  const reached = Object.entries(starts).filter(([, start]) => score >= start)
  return reached.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'no league'
}

/** Returns ten rows around the viewer from the sorted league; ranks count the higher scores. */
export function expectedBoard(
  everybody: Iterable<Expected>,
  kind: 'eco' | 'offsets',
  viewer: Expected,
): Row[] {
  const scoreOf = (each: Expected) => (kind === 'eco' ? each.eco : each.total)
  const league = leagueOf(kind, scoreOf(viewer))
  const visible = [...everybody]
    .filter((each) => leagueOf(kind, scoreOf(each)) === league)
    .filter((each) => !each.hidden || each.id === viewer.id)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.id < b.id ? 1 : -1))
  const rows = visible.map((each) => ({
    rank: 1 + visible.filter((other) => scoreOf(other) > scoreOf(each)).length,
    name: each.name,
    score: scoreOf(each),
    isMe: each.id === viewer.id,
  }))
  const ownIndex = rows.findIndex(({ isMe }) => isMe)
  const start = Math.max(0, Math.min(ownIndex - 5, rows.length - 10))
  return rows.slice(start, start + 10)
}
