// A time limit for what takes a signal, for browsers that have no AbortSignal.timeout.

export function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
