// Defines the port to the push service that wakes devices with a pass. A push is empty: the device
// then fetches the pass.

export type PushAnswer =
  | 'accepted'
  /** The device no longer has this pass: delete its token. */
  | 'gone'

export type PassPush = {
  /** Throws when it was not accepted and may be tried again. */
  push(pushToken: string): Promise<PushAnswer>
  close(): Promise<void>
}

/** How long one push may take, milliseconds. */
export const pushTimeoutMs = 3_000
