// Makes it certain that workers meet: the call that one of them makes is held at a gate, while others do
// whole rounds beside it. Also for tests that run beside each other, where expect.poll is not there.
import { setTimeout as sleep } from 'node:timers/promises'

type Call<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

export type ClosedGate = {
  /** The same call, which begins at once and goes on when the gate opens. */
  before<Args extends unknown[], Result>(call: Call<Args, Result>): Call<Args, Result>
  /**
   * Begins so many rounds at once, again and again until a call stands at the gate, and as many beside
   * it; then opens. Answers how many calls stood there.
   */
  meet(round: () => Promise<unknown>, workers?: number): Promise<number>
}

const giveUpMs = 60_000

export function closeGate(): ClosedGate {
  const opened = Promise.withResolvers<void>()
  let begun = 0
  return {
    before:
      (call) =>
      async (...args) => {
        begun += 1
        await opened.promise
        return call(...args)
      },
    async meet(round, workers = 4) {
      const rounds: Promise<unknown>[] = []
      const deadline = performance.now() + giveUpMs
      let ended = 0
      const endedRound = async () => {
        await round()
        ended += 1
      }
      /** Each of them has ended then, or stands at the gate. */
      async function begin(): Promise<void> {
        for (let count = 0; count < workers; count += 1) rounds.push(endedRound())
        do {
          if (performance.now() > deadline) throw new Error('nobody came to the gate')
          await sleep(50)
        } while (ended + begun < rounds.length)
      }
      while (begun === 0) await begin()
      await begin()
      const met = begun
      opened.resolve()
      await Promise.all(rounds)
      return met
    },
  }
}
