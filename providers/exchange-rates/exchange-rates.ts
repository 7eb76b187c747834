// Defines the port to a provider of exchange rates. Rates stay the decimal text of the publisher and
// never become a float.

/** The rates that were published for one day. */
export type DailyRates = {
  /** The publisher's name, shown with every rate as it requires. */
  readonly source: string
  /** The day of publication, `2026-04-13`. Weekends and holidays have no rates. */
  readonly asOf: string
  /** Units of each currency for one euro, by currency code; the euro itself is 1. */
  readonly unitsPerEur: Readonly<Record<string, string>>
}

/** Timeout of `latest` with all its retries, in milliseconds. */
export const ratesTimeoutMs = 8_000

export type RatesProvider = {
  /** Returns the rates of the last published day. Throws if the provider cannot be reached. */
  latest(): Promise<DailyRates>
}
