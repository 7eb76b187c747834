// Sets a timeout on a call to a provider. The call may still take effect there: a timeout means
// that the outcome is unknown, never that it failed.
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** Rejects with OutcomeUnknown after `timeoutMs`. */
export async function withTimeout<Result>(
  call: Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const message = `no answer in ${timeoutMs} ms`
      reject(new OutcomeUnknown(message, { cause: new DOMException(message, 'TimeoutError') }))
    }, timeoutMs)
  })
  try {
    return await Promise.race([call, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The error of a call that a working provider refuses. It is no failure of the provider: another
 * request may succeed.
 */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
}
