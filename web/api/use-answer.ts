// Loads the response of a call for a component.
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { CallInput, CallReply } from '#values/call.ts'
import { type Address, ask, type UnsignedCall } from './ask.ts'

/** Returns the query key of a call: its id, followed by the values of its input. */
export function queryKeyOf(call: UnsignedCall, { params, query }: Address): readonly unknown[] {
  return [call.id, ...Object.values({ ...Object(params), ...Object(query) })]
}

type Options<Answer> = Pick<UseQueryOptions<Answer>, 'refetchInterval' | 'staleTime'>

export function useAnswer<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  options: Options<CallReply<C>> = {},
): UseQueryResult<CallReply<C>> {
  return useQuery<CallReply<C>>({
    queryKey: queryKeyOf(call, input),
    queryFn: ({ signal }) => ask(call, input, signal),
    ...options,
  })
}
