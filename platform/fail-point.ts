// Stops a test build at a named place, to prove that the product recovers. Without FAIL_AT, which
// production refuses, every call does nothing.

/** Places between statements and calls of providers, in the order in which a purchase passes them. */
export const failPoints = [
  'sign-in.opened',
  'sign-in.written',
  'sign-in.committed',
  'claim.written',
  'claim.committed',
  'unclaim.released',
  'unclaim.committed',
  'reserve.claimed',
  'reserve.held',
  'reserve.committed',
  'authorise.asked',
  'authorise.answered',
  'authorise.moved',
  'authorise.written',
  'authorise.committed',
  'decline.released',
  'complete.locked',
  'complete.redeemed',
  'complete.written',
  'complete.committed',
  'action.found',
  'action.confirmed',
  'capture.decided',
  'capture.asked',
  'capture.answered',
  'capture.completed',
  'capture.committed',
  'cancel.released',
  'cancel.committed',
  'void.found',
  'void.answered',
  'void.committed',
  'refund.owed',
  'reversal.lowered',
  'reversal.written',
  'reversal.recorded',
  'reversal.committed',
  'reversal.asked',
  'reversal.answered',
  'reversal.found',
  'reversal.settled',
  'reversal.heard',
  'payment.posted',
  'payment.recorded',
  'payment.committed',
  'expire.locked',
  'expire.released',
  'expire.committed',
  'reconcile.marked',
  'reconcile.found',
  'outbox.taken',
  'outbox.counted',
  'outbox.answered',
  'outbox.committed',
  'retire.noted',
  'retire.written',
  'retire.committed',
  'replace.withdrawn',
  'replace.posted',
  'replace.written',
  'replace.committed',
  'log.found',
  'log.computed',
  'log.sent',
  'log.committed',
  'erasure.committed',
  'erasure.filed',
] as const

export type FailPoint = (typeof failPoints)[number]

/** Whether armFailPoint understands it. */
export function isFailPoint(setting: string): boolean {
  const [point, how = 'kill', ...more] = setting.split(':')
  const isKnown = failPoints.some((known) => known === point)
  return isKnown && ['kill', 'throw', 'stop'].includes(how) && more.length === 0
}

let armed: { readonly point: string; readonly how: string } | undefined

/**
 * `setting` is a point, at which this process is killed. `<point>:throw` throws once;
 * `<point>:stop` stops the process until it is continued by a signal.
 */
export function armFailPoint(setting: string | undefined): void {
  const [point = '', how = 'kill'] = setting?.split(':') ?? []
  armed = setting === undefined ? undefined : { point, how }
}

export function failAt(point: FailPoint): void {
  if (armed?.point !== point) return
  const { how } = armed
  armed = undefined
  if (how === 'stop') return void process.kill(process.pid, 'SIGSTOP')
  if (how === 'kill') process.kill(process.pid, 'SIGKILL')
  throw new Error(`told to fail at ${point}`)
}
