// What a call throws when its provider is well and says no to this one request: another request may
// fare better at once, so it tells nothing of the provider.

export class RequestRefused extends Error {
  override name = 'RequestRefused'
}
