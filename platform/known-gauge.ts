// Opens a metric that a background round measures in the database. It is absent before the first
// round, since a 0 would mean that all is well.
import { Gauge } from 'prom-client'

/** Aggregates by maximum, since every process reads the same rows. */
export function openKnownGauge(figure: { readonly name: string; readonly help: string }): Gauge {
  const gauge = new Gauge({ ...figure, aggregator: 'max' })
  gauge.remove()
  return gauge
}
