// Opens a metric that a background round measures in the database. It is absent before the first
// round, since a 0 would mean that all is well.
import { Gauge } from 'prom-client'

/** Every process reads the same rows: of several the greatest is shown, never the sum. */
export function openKnownGauge(figure: { readonly name: string; readonly help: string }): Gauge {
  const gauge = new Gauge({ ...figure, aggregator: 'max' })
  gauge.remove()
  return gauge
}
