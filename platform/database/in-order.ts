// Waits for concurrent statements that the caller sends in the order of an object's keys. Their locks are
// taken in that order.

type PromisesByName = Readonly<Record<string, unknown>>

/**
 * Waits for concurrent statements of one transaction and returns their results by name. Each call must
 * send its first statement synchronously, before the next call is made.
 */
export function inOrder<const Calls extends PromisesByName>(
  calls: Calls,
): Promise<{ -readonly [Name in keyof Calls]: Awaited<Calls[Name]> }>
export async function inOrder(calls: PromisesByName): Promise<PromisesByName> {
  const results = await Promise.all(Object.values(calls))
  return Object.fromEntries(Object.keys(calls).map((name, index) => [name, results[index]]))
}
