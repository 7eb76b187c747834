// Prometheus figures of this process. Labels are route patterns, never addresses as sent.
import { createServer, type Server } from 'node:http'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  register,
} from 'prom-client'

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

const messages = new Counter({
  name: 'messages_total',
  help: 'Tries to send a message, by what came of them; dead ones are given up for good.',
  labelNames: ['template', 'outcome'],
})

export type MessageOutcome = 'sent' | 'retried' | 'postponed' | 'dead' | 'dropped' | 'withheld'

export function recordMessage(template: string, outcome: MessageOutcome): void {
  messages.inc({ template, outcome })
}

const ratesAge = new Gauge({
  name: 'exchange_rates_age_days',
  help: 'Days since the publication of the exchange rates in force; more than 7 is an alarm.',
  // Every process knows the same: the sum of several would be nobody's age.
  aggregator: 'max',
})

export function recordRatesAge(days: number): void {
  ratesAge.set(days)
}

const resting = new Gauge({
  name: 'provider_resting',
  help: '1 while a call of a provider is not made because most of the last ones failed.',
  labelNames: ['call'],
})

export function recordRest(call: string, isResting: boolean): void {
  resting.set({ call }, isResting ? 1 : 0)
}

export function recordRequest(method: string, route: string, status: number, ms: number): void {
  requestSeconds.observe({ method, route, status: String(status) }, ms / 1_000)
}

/** Lets this serving process answer the first one, which collects the figures of all. */
export function joinMetrics(): void {
  collectDefaultMetrics()
  // Its constructor is what listens to the first process.
  new AggregatorRegistry()
}

/**
 * Serves the figures on a port of their own, so that they are never public by accident; those of
 * all serving processes where `several` run.
 */
export function serveMetrics(port: number, host: string, several: boolean): Server {
  const aggregator = several ? new AggregatorRegistry() : undefined
  if (!several) collectDefaultMetrics()
  const server = createServer((_request, response) => {
    const figures = aggregator?.clusterMetrics() ?? register.metrics()
    figures.then(
      (text) => response.setHeader('content-type', register.contentType).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return server.listen(port, host)
}
