// People who buy by card without a pause, at all processes in turns, and note what was acknowledged to
// them. A refusal that tells to come again is followed by the same call with the same key.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Answer,
  cardOrder,
  Person,
  sameAt,
  type TestBatch,
} from '#tests/support/people/person.ts'

/** A purchase that somebody was told to be theirs. */
export type Acknowledged = { readonly txId: string; readonly key: string; readonly kg: number }

export type Crowd = {
  readonly acknowledged: readonly Acknowledged[]
  /** How often they were told to come again, and the longest that one call took to go through, ms. */
  readonly refusals: () => number
  readonly longestMs: () => number
  /** Answers that no call may get, such as a 500. */
  readonly wrong: readonly string[]
  /** Lets everybody end the purchase that they are at. */
  stop(): Promise<void>
}

const kg = 20

function isToComeAgain({ status, body }: Answer): boolean {
  return [202, 429, 503].includes(status) || (status === 409 && body.code === 'in_progress')
}

export async function signInAll(urls: readonly string[], count: number): Promise<Person[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      new Person(urls[index % urls.length] ?? '').signIn(),
    ),
  )
}

export function startCrowd(
  people: readonly Person[],
  urls: readonly string[],
  batch: TestBatch,
): Crowd {
  const acknowledged: Acknowledged[] = []
  const wrong: string[] = []
  let stopped = false
  let refusals = 0
  let longestMs = 0

  async function insist(call: () => Promise<Answer>): Promise<Answer | null> {
    const begin = performance.now()
    for (;;) {
      const answer = await call().catch(() => null)
      if (answer?.status === 200) {
        longestMs = Math.max(longestMs, performance.now() - begin)
        return answer
      }
      if (answer !== null && !isToComeAgain(answer)) {
        // What is sold out or has lapsed is an answer too, and ends this purchase.
        if (answer.status >= 500) wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        return null
      }
      if (answer?.status === 503 && answer.headers.get('retry-after') === null) {
        wrong.push('a 503 that does not say when to come again')
      }
      refusals += 1
      await sleep(50)
    }
  }

  async function buyOn(person: Person, turn: number): Promise<void> {
    const here = sameAt(person, urls[turn % urls.length] ?? '')
    const there = sameAt(person, urls[(turn + 1) % urls.length] ?? '')
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
    const token = await insist(() => here.post('/dev/cards', card))
    const key = randomUUID()
    const order = cardOrder(batch, kg, token?.body.id ?? '')
    const reserved = await insist(() => here.reserve(order, { key }))
    // Nobody asks for what is sold out as fast as they can.
    if (reserved === null) return sleep(200)
    const { txId } = reserved.body
    const completed = await insist(() => there.complete(txId, { key: randomUUID() }))
    if (completed !== null) acknowledged.push({ txId, key, kg })
  }

  const working = people.map(async (person, index) => {
    for (let turn = index; !stopped; turn += 1) await buyOn(person, turn)
  })
  return {
    acknowledged,
    refusals: () => refusals,
    longestMs: () => longestMs,
    wrong,
    async stop() {
      stopped = true
      await Promise.all(working)
    },
  }
}
