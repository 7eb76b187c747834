// The order of the keys is the order in which the statements are sent, and therefore the order of their
// locks.

type Sent = Readonly<Record<string, unknown>>

/**
 * Waits for concurrent statements of one transaction and returns their results by name. Each call must
 * send its first statement synchronously, before the next call is made.
 */
export function inOrder<const Calls extends Sent>(
  calls: Calls,
): Promise<{ -readonly [Name in keyof Calls]: Awaited<Calls[Name]> }>
export async function inOrder(calls: Sent): Promise<Sent> {
  const results = await Promise.all(Object.values(calls))
  return Object.fromEntries(Object.keys(calls).map((name, index) => [name, results[index]]))
}
