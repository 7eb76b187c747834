// How long a reservation waits, by the server's clock, and its end when that time is over.
import { useEffect } from 'react'
import { serverNow } from '#web/api.ts'
import { useCountdown } from '#web/ui/countdown.ts'
import type { Purchase } from '../purchase.ts'
import type { PurchaseState } from '../purchase-steps.ts'
import { expire } from './end-purchase.ts'

/** Seconds; 0 where nothing waits. */
export function useTimeLeft(state: PurchaseState, purchase: Purchase): number {
  const expiresAt = state.step === 'ack' ? Date.parse(state.pending.expiresAt) : undefined
  const endsAt = expiresAt === undefined ? undefined : expiresAt - serverNow() + Date.now()
  // The clock's offset may move by a little: whole seconds keep the countdown from starting anew.
  const left = useCountdown(endsAt === undefined ? undefined : Math.round(endsAt / 1000) * 1000)
  const isOver = expiresAt !== undefined && left === 0 && expiresAt <= serverNow()
  useEffect(() => {
    if (isOver) expire(purchase)
  }, [isOver, purchase])
  return left
}
