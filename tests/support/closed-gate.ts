// Makes workers overlap with certainty: one call waits at a gate while other workers do whole
// rounds. It also works in concurrent tests, which have no expect.poll.
import { setTimeout as sleep } from 'node:timers/promises'

type Call<Args extends unknown[], Result> = (...args: Args) => Promise<Result>

export type ClosedGate = {
  /** Returns a call that waits until the gate is open and then runs `call`. */
  before<Args extends unknown[], Result>(call: Call<Args, Result>): Call<Args, Result>
  /**
   * Starts `workers` rounds, repeatedly until a call waits at the gate, and then once more. Opens the
   * gate, waits for all rounds, and returns the number of calls that waited.
   */
  meet(round: () => Promise<unknown>, workers?: number): Promise<number>
}

const giveUpMs = 60_000

export function closeGate(): ClosedGate {
  const opened = Promise.withResolvers<void>()
  let waiting = 0
  return {
    before:
      (call) =>
      async (...args) => {
        waiting += 1
        await opened.promise
        return call(...args)
      },
    async meet(round, workers = 4) {
      const rounds: Promise<unknown>[] = []
      const deadline = performance.now() + giveUpMs
      let ended = 0
      const countedRound = async () => {
        await round()
        ended += 1
      }
      /** Starts `workers` rounds, and returns when each has ended or waits at the gate. */
      async function startRounds(): Promise<void> {
        for (let count = 0; count < workers; count += 1) rounds.push(countedRound())
        do {
          if (performance.now() > deadline) throw new Error('nobody came to the gate')
          await sleep(50)
        } while (ended + waiting < rounds.length)
      }
      while (waiting === 0) await startRounds()
      await startRounds()
      const waitingCalls = waiting
      opened.resolve()
      await Promise.all(rounds)
      return waitingCalls
    },
  }
}
