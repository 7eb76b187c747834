// Loads the user's monthly plans, and sends their changes. All calls are signed.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { askSigned, withFreshCode } from '#features/people/web/session/signing.ts'
import type { CallInput, CallReply } from '#values/call.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { changePlan, createPlan, endPlan, listPlans } from '../plans-calls.ts'

const plansQuery = {
  queryKey: [listPlans.id],
  queryFn: ({ signal }: { signal: AbortSignal }) => askSigned(listPlans, {}, { signal }),
}

/** Milliseconds between two requests while a run is being paid. */
const payingPollMs = 5_000

/** Loads the plans. While a purchase of one is being paid, loads them again. */
export function usePlans() {
  return useQuery({
    ...plansQuery,
    refetchInterval: ({ state }) =>
      state.data?.some(({ last_run }) => last_run?.state === 'PAYING') === true
        ? payingPollMs
        : false,
  })
}

/** Loads the plans again, and returns them. */
export const refreshPlans = (client: QueryClient) =>
  client.fetchQuery({ ...plansQuery, staleTime: 0 })

type ChangeCall = typeof createPlan | typeof changePlan | typeof endPlan

/** A saved card needs a fresh code in a session that has not used it. */
const send = <C extends ChangeCall>(call: C, input: CallInput<C>): Promise<CallReply<C>> =>
  withFreshCode(() => askSigned(call, input, { idempotencyKey: newIdempotencyKey() }))

type BodyOf<C extends ChangeCall> = NonNullable<CallInput<C>['body']>

export const askCreate = (body: BodyOf<typeof createPlan>) => send(createPlan, { body })
export const askChange = (body: BodyOf<typeof changePlan>) => send(changePlan, { body })
export const askEnd = (id: string) => send(endPlan, { body: { id } })
