// The error of a call that a healthy provider refuses. It is no failure of the provider: another
// request may succeed at once.

export class RequestRefused extends Error {
  override name = 'RequestRefused'
}
