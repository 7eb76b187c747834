// What stands in the place of a provider's settings that cannot be read.

/** Each is a sentence that names the setting at fault. */
export type SettingFaults = { readonly faults: readonly string[] }

export function hasFaults(read: object): read is SettingFaults {
  return 'faults' in read
}
