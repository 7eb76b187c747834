// Simulates people who buy by card without a pause, at all processes in turns, and records
// acknowledged purchases. A refusal with Retry-After is followed by the same call with the same
// key.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Answer,
  cardOrder,
  Person,
  sameAt,
  type TestBatch,
} from '#tests/support/people/person.ts'

/** An acknowledged purchase. */
export type Acknowledged = { readonly txId: string; readonly key: string; readonly kg: number }

export type Crowd = {
  readonly acknowledged: readonly Acknowledged[]
  /** Number of Retry-After answers, and the longest time, ms, until a call succeeded. */
  readonly refusals: () => number
  readonly longestMs: () => number
  /** Answers that no call may get, such as a 500. */
  readonly wrong: readonly string[]
  /** Waits until everybody has ended their present purchase. */
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
        // A sold-out or expired answer ends this purchase, too.
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
    // Pauses after a sold-out answer, as people would.
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
