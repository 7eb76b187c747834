// Starts the background jobs, one a line: messages, expiries, unknown payments, tidying. Each may run in
// several processes concurrently, works in bounded rounds, and ends with the process.

import { postCosts } from '#features/accounts/costs/post-costs.ts'
import { forgetEndedClaims } from '#features/achievements/rewards/end-claims.ts'
import { foldMoves } from '#features/boards/fold-moves.ts'
import { watchStock } from '#features/catalogue/watch-stock.ts'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { createWitnessRound } from '#features/log/witness/ask-witnesses.ts'
import { forgetMessages } from '#features/messages/forget-messages.ts'
import { prefixTidying, watchPrefixes } from '#features/messages/limits/code-prefixes.ts'
import { outboxTidying } from '#features/messages/outbox.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { outcomeTidying } from '#features/messages/webhooks/answer-queries.ts'
import { pollSmsEvents } from '#features/messages/webhooks/handle-sms-events.ts'
import { fileErasures } from '#features/own-data/file-erasures.ts'
import { forgetErasedPasses } from '#features/passes/forget-erased-passes.ts'
import { pushChanges, pushToGoogle } from '#features/passes/push-changes.ts'
import { watchCertificates } from '#features/passes/watch-certificates.ts'
import { sessionTidyings } from '#features/people/own-sessions.ts'
import { planTidying } from '#features/plans/plans-queries.ts'
import { createPlanRound } from '#features/plans/run-plans.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { deliverGifts } from '#features/purchases/complete/deliver-gifts.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { settleSavedCards } from '#features/purchases/saved-cards/settle-saved-cards.ts'
import { watchRetirements } from '#features/retirements/next-retirement.ts'
import { benefitTidying } from '#features/sign-in/number/sign-up-benefits.ts'
import { staffTidying } from '#features/staff/sessions/staff-session-queries.ts'
import { numberDocuments } from '#features/tax/number-documents.ts'
import { refreshDueRates } from '#features/wallet/rates/refresh-rates.ts'
import { makePartitionsAhead } from '#ledger/make-partitions.ts'
import { eventTidying } from '#platform/database/audit/provider-events.ts'
import { platformTidyings, tidyDatabase } from '#platform/database/tidy.ts'
import { type Job, startJob, type WakeSignal } from '#platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { watchDisks } from '#server/watch-disks.ts'
import { watchFigures } from '#server/watch-figures.ts'

const tidyings = [
  ...platformTidyings,
  ...sessionTidyings,
  outboxTidying,
  outcomeTidying,
  eventTidying,
  benefitTidying,
  prefixTidying,
  planTidying,
  staffTidying,
]

/** Starts the jobs. `outbox` is the signal that starts a round of messages immediately. */
export function startBackground(services: Services, outbox: WakeSignal): Job {
  const { db, log, clock, settings } = services
  const every = (everyMs: number, name: string, round: () => Promise<number>) =>
    startJob(log, { name, everyMs, round })
  const messages = {
    name: 'messages',
    everyMs: 500,
    round: () => sendDueMessages(services),
    signal: outbox,
  }
  const jobs = [
    startJob(log, messages),
    every(2_000, 'expiries', () => expirePurchases(services)),
    every(2_000, 'ended claims', () => forgetEndedClaims(db)),
    every(30_000, 'forgetting', () => forgetMessages(services)),
    every(30_000, 'erasures', () => fileErasures(services)),
    every(5_000, 'payments', () => reconcilePurchases(services)),
    every(1_000, 'saved cards', () => settleSavedCards(services)),
    every(60_000, 'card events', () => pollCardEvents(services)),
    every(60_000, 'SMS events', () => pollSmsEvents(services)),
    every(1_000, 'pass pushes', () => pushChanges(services)),
    every(1_000, 'Google passes', () => pushToGoogle(services)),
    every(60_000, 'erased passes', () => forgetErasedPasses(db)),
    every(60_000, 'certificates', () => watchCertificates(settings.passCertificates, clock())),
    every(60_000, 'code prefixes', () => watchPrefixes(db)),
    every(60_000, 'exchange rates', () => refreshDueRates(services)),
    every(10_000, 'plans', createPlanRound(services)),
    every(10_000, 'gifts', () => deliverGifts(services)),
    every(1_000, 'log', createAppendRound(services)),
    ...(settings.logWitnesses === undefined
      ? []
      : [every(500, 'log witnesses', createWitnessRound(services))]),
    every(1_000, 'receipt numbers', async () => {
      const { isBehind } = await numberDocuments(db, settings.tax)
      return isBehind ? 1 : 0
    }),
    every(1_000, 'batch costs', async () => ((await postCosts(db)).isBehind ? 1 : 0)),
    every(15_000, 'board moves', () => foldMoves(db)),
    every(15_000, 'figures', () => watchFigures(db)),
    every(60_000, 'stock', () => watchStock(db)),
    every(60_000, 'disks', () => watchDisks(settings)),
    every(60_000, 'retirements due', () => watchRetirements(db, settings.retirementDays)),
    every(60_000, 'partitions', () => makePartitionsAhead(db)),
    every(60_000, 'tidying', () => tidyDatabase(db, tidyings)),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
