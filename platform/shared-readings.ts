// Concurrent callers that ask for the same share one reading. Nothing is kept once it has ended.

/** Returns the reading of `key` that is under way, else begins one. */
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
