// Makes workers overlap with certainty: one call waits at a gate while other workers do whole
// rounds. It also works in concurrent tests, which have no expect.poll.
import { setTimeout as sleep } from 'node:timers/promises'

type Call<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

export type ClosedGate = {
  /** The same call, which starts at once and continues when the gate opens. */
  before<Args extends unknown[], Result>(call: Call<Args, Result>): Call<Args, Result>
  /**
   * Starts this number of rounds repeatedly until a call waits at the gate, then once more, and
   * opens it. Returns the number of waiting calls.
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
      /** Each has ended by then, or waits at the gate. */
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
