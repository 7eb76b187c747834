// Shares one read among concurrent callers with the same key. Results are not cached.

/** Returns the running read of `key`, or starts one. */
export type ShareReading<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

export function shareReadings<Value>(): ShareReading<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return (key, read) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const reading = read().finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }
}
