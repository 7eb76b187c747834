// Defines the port to the push service that wakes devices with a pass. A push is empty: the device
// then fetches the pass.

export type PushAnswer =
  | 'accepted'
  /** The device no longer has this pass: delete its token. */
  | 'gone'

export type PassPush = {
  /** Sends a push. Throws if it was not accepted and a retry may succeed. */
  push(pushToken: string): Promise<PushAnswer>
  close(): Promise<void>
}

/** Timeout of one push, in milliseconds. */
export const pushTimeoutMs = 3_000
