// Shares one read among concurrent callers with the same key. No result is kept after it ends.

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
