// Serves the Prometheus metrics of this process. A feature declares its own metrics. Labels are
// route patterns, never addresses as sent.
import { createServer, type Server } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

/** Without it the metrics of several processes have no time of a start: prom-client leaves its own out. */
const started = new Gauge({
  name: 'serving_started_seconds',
  help: 'Unix time at which the newest serving process of this machine started.',
  aggregator: 'max',
})
started.set(Date.now() / 1_000 - process.uptime())

export function recordRequest(method: string, route: string, status: number, ms: number): void {
  requestSeconds.observe({ method, route, status: String(status) }, ms / 1_000)
}

/** Lets the first process collect the metrics of this serving process. */
export function joinMetrics(): void {
  collectDefaultMetrics()
  // The constructor registers the listener for requests of the first process.
  new AggregatorRegistry()
}

/**
 * Serves the metrics on a separate port, so that they are never public by accident. With `several` they
 * cover all serving processes.
 */
export function serveMetrics(port: number, host: string, several: boolean): Server {
  const aggregator = several ? new AggregatorRegistry() : undefined
  // The default metrics are registered once, even if a process opens several metrics servers.
  const isFirst = register.getSingleMetric('process_cpu_user_seconds_total') === undefined
  if (!several && isFirst) collectDefaultMetrics()
  const ownNames = new Set([host, hostname()].map((name) => name.toLowerCase()))
  const server = createServer((request, response) => {
    if (!isOwnName(request.headers.host ?? '', ownNames)) {
      response.writeHead(421, { 'content-type': 'text/plain' })
      response.end('Ask for the figures by an address, localhost or a name of this machine.\n')
      return
    }
    const figures = aggregator?.clusterMetrics() ?? register.metrics()
    figures.then(
      (text) => response.setHeader('content-type', register.contentType).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return server.listen(port, host)
}

/**
 * Returns true if a Host header names this machine: an address, a name without a dot, or one of the
 * machine's own names. This prevents DNS rebinding, in which a foreign page's name resolves to this
 * machine.
 */
function isOwnName(host: string, ownNames: ReadonlySet<string>): boolean {
  const [, name = ''] = /^(\[[0-9a-f:.]+\]|[^:\s/]+)(?::\d+)?$/i.exec(host) ?? []
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase()
  return bare !== '' && (isIP(bare) !== 0 || !bare.includes('.') || ownNames.has(bare))
}

/**
 * Creates a gauge that a background round sets from the database. It is absent before the first round,
 * because a 0 would look healthy. Processes are aggregated by maximum, because all read the same rows.
 */
export function openKnownGauge(figure: { readonly name: string; readonly help: string }): Gauge {
  const gauge = new Gauge({ ...figure, aggregator: 'max' })
  gauge.remove()
  return gauge
}
