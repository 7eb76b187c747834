// Figures that a round of the background reads from the database. Until the first round they are not there:
// a 0 that nobody has read would say that all is well.
import { Gauge } from 'prom-client'

/** Every process reads the same rows: of several the greatest is shown, never the sum. */
export function openKnownGauge(figure: { readonly name: string; readonly help: string }): Gauge {
  const gauge = new Gauge({ ...figure, aggregator: 'max' })
  gauge.remove()
  return gauge
}
