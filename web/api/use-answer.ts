// Loads the response of a call for a component. The query key is the call's id, followed by the values of its
// input.
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { CallInput, CallReply } from '#values/call.ts'
import { type Address, ask, type UnsignedCall } from './ask.ts'

type Options<Answer> = Pick<UseQueryOptions<Answer>, 'refetchInterval' | 'staleTime'>

export function useAnswer<C extends UnsignedCall>(
  call: C,
  input: CallInput<C>,
  options: Options<CallReply<C>> = {},
): UseQueryResult<CallReply<C>> {
  const { params, query }: Address = input
  return useQuery<CallReply<C>>({
    queryKey: [call.id, ...Object.values({ ...Object(params), ...Object(query) })],
    queryFn: ({ signal }) => ask(call, input, signal),
    ...options,
  })
}
