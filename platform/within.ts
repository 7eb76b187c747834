// Bounds the wait for a promise. The work behind it goes on.

/** Resolves to the value, or to null after `ms`. */
export async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  return Promise.race([value, promise]).finally(() => clearTimeout(timer))
}
