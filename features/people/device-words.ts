// Finds the names of a browser and its operating system in a User-Agent. The database stores only names from
// the lists below, never the User-Agent itself.

export type DeviceNames = { readonly browser: string | null; readonly system: string | null }

/**
 * Browsers in the order of the search. A User-Agent may also contain the names of browsers further down in
 * the list.
 */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstMatch = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** Returns browser and system, each null if the User-Agent matches no name in its list. */
export function findDeviceNames(userAgent: string | undefined): DeviceNames {
  const text = userAgent ?? ''
  return { browser: firstMatch(browsers, text), system: firstMatch(systems, text) }
}
