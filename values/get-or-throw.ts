/** What a map holds of a key that must be there. Throws, with `missing` as the message, where it is not. */
export function getOrThrow<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  missing: string,
): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(missing)
  return value
}
