// Injects faults into the sandboxes: a test writes rows into a sandbox's schema, and its next calls
// in any process fail accordingly. No route reaches these rows.
import type { Database } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { statement } from '#platform/database/statement.ts'

/**
 * `slow` answers after the wait. `error` fails without an effect. `hang` has no effect and never
 * answers. `unknown` takes effect and loses the answer. `late` loses the answer first and takes
 * effect after the wait. `duplicate` arrives twice, as a request that a network repeats.
 */
export type SandboxFaultKind = 'slow' | 'error' | 'hang' | 'unknown' | 'late' | 'duplicate'

/** The simulated failure of a provider. The caller cannot know whether the step took effect. */
class SandboxFault extends Error {
  override name = 'SandboxFault'
}

type Schema = 'sandbox_cards' | 'sandbox_sms' | 'sandbox_google_wallet'

function faultsOfSchema(schema: Schema) {
  const findSteps = statement(
    `${schema}-find-faulty-steps`,
    { step: 'text' },
    `select distinct step from ${schema}.faults where calls_left > 0`,
  )
  const takeFault = statement(
    `${schema}-take-fault`,
    { fault: 'text', wait_ms: 'int4' },
    `update ${schema}.faults set calls_left = calls_left - 1
     where id = (select id from ${schema}.faults where step = $1 and calls_left > 0
       order by id limit 1 for update skip locked)
     returning fault, wait_ms`,
  )
  /** Returns whether a step has a fault. Concurrent calls share one read. */
  const isFaulty = groupCallsOn<Database, string, boolean>(
    async (db, steps) => {
      const faulty = new Set((await db.run(findSteps)).map(({ step }) => step))
      return steps.map((step) => faulty.has(step))
    },
    { groupMax: 1_000, waitingMax: 10_000 },
  )
  return { isFaulty, takeFault }
}

const faults = {
  cards: faultsOfSchema('sandbox_cards'),
  sms: faultsOfSchema('sandbox_sms'),
  googleWallet: faultsOfSchema('sandbox_google_wallet'),
}

/** Runs a step of a sandbox with the next fault that was set for it, if any. */
export async function withFault<Result>(
  db: Database,
  sandbox: keyof typeof faults,
  step: string,
  effect: () => Promise<Result>,
): Promise<Result> {
  const { isFaulty, takeFault } = faults[sandbox]
  const [row] = (await isFaulty(db, step)) ? await db.run(takeFault, [step]) : []
  if (row === undefined) return effect()
  return runWithFault(row.fault, row.wait_ms, effect)
}

async function runWithFault<Result>(
  fault: string,
  waitMs: number,
  effect: () => Promise<Result>,
): Promise<Result> {
  const wait = () => new Promise((resolve) => setTimeout(resolve, waitMs))
  switch (fault) {
    case 'slow':
      await wait()
      return effect()
    case 'hang':
      return new Promise<never>(() => undefined)
    case 'unknown':
      await effect()
      throw new SandboxFault('the answer was lost')
    case 'late':
      void wait()
        .then(effect)
        .catch(() => undefined)
      throw new SandboxFault('the connection was lost')
    case 'duplicate':
      await effect()
      return effect()
    default:
      throw new SandboxFault('the provider failed')
  }
}
