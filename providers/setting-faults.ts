// Defines the result of reading invalid provider settings: one sentence for each fault.

/** Each is a sentence that names the setting at fault. */
export type SettingFaults = { readonly faults: readonly string[] }

export function hasFaults(read: object): read is SettingFaults {
  return 'faults' in read
}
