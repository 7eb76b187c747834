// Shares one read among concurrent callers with the same key. Results are not cached.

/** Returns the running read of `key`, or starts one. */
export type ShareReading<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

export function shareReadings<Value>(): ShareReading<Value> {
  const runningReads = new Map<string, Promise<Value>>()
  return (key, read) => {
    const running = runningReads.get(key)
    if (running !== undefined) return running
    const reading = read().finally(() => runningReads.delete(key))
    runningReads.set(key, reading)
    return reading
  }
}
