/** Returns the value of a map's key. Throws an error with the message `missing` if there is none. */
export function getOrThrow<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  missing: string,
): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(missing)
  return value
}
