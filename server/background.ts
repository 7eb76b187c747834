// What runs beside the requests: messages, expiries, unknown payments, tidying. Every task is safe
// in several processes at once, works in bounded rounds, and ends with the process.
import { foldMoves } from '#features/leaderboards/fold-moves.ts'
import { sendDueMessages } from '#features/notifications/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { refreshDueRates } from '#features/wallet/refresh-rates.ts'
import { pushChanges, pushToGoogle } from '#features/wallet-pass/push-changes.ts'
import type { Services } from '#server/services.ts'
import { tidyDatabase } from '#server/tidy.ts'

export type Background = {
  /** Lets the running rounds end and starts no other. */
  stop(): Promise<void>
}

/** Wakes the message worker of this process; a bell rung before anybody listens is kept. */
export type Bell = { ring(): void; onRing(listener: () => void): void }

export function createBell(): Bell {
  let listener: (() => void) | undefined
  let rung = false
  return {
    ring() {
      if (listener === undefined) rung = true
      else listener()
    },
    onRing(next) {
      listener = next
      if (rung) next()
      rung = false
    },
  }
}

export function startBackground(services: Services, bell: Bell): Background {
  const tasks = [
    repeat(services, 'messages', 500, () => sendDueMessages(services), bell),
    repeat(services, 'expiries', 2_000, () => expirePurchases(services)),
    repeat(services, 'payments', 5_000, () => reconcilePurchases(services)),
    repeat(services, 'pass pushes', 1_000, () => pushChanges(services)),
    repeat(services, 'Google passes', 1_000, () => pushToGoogle(services)),
    repeat(services, 'exchange rates', 60_000, () => refreshDueRates(services)),
    repeat(services, 'board moves', 15_000, () => foldMoves(services.db)),
    repeat(services, 'tidying', 60_000, () => tidyDatabase(services.db)),
  ]
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}

/** Runs a round every `everyMs`, at once after a bell, and again at once while rounds find work. */
function repeat(
  { log }: Services,
  name: string,
  everyMs: number,
  round: () => Promise<number>,
  bell?: Bell,
): Background {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    try {
      do again = false
      while (((await round()) > 0 || again) && !stopped)
    } catch (error) {
      log.warn(`background ${name} failed`, { error })
    }
    running = undefined
    if (!stopped) timer = setTimeout(start, everyMs)
  }
  function start(): void {
    if (stopped) return
    if (running === undefined) running = run()
    else again = true
  }
  bell?.onRing(start)
  timer = setTimeout(start, everyMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
