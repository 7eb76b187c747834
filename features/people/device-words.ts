// Names a browser by its product and system, from its User-Agent. Only names of the lists below are
// stored, never the text itself.

export type DeviceWords = { readonly browser: string | null; readonly system: string | null }

/**
 * Browsers in the order of the search, because a browser's User-Agent also contains the names of those
 * below it.
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

const firstOf = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** Returns null where the text has no known name. */
export function deviceWords(userAgent: string | undefined): DeviceWords {
  const text = userAgent ?? ''
  return { browser: firstOf(browsers, text), system: firstOf(systems, text) }
}
