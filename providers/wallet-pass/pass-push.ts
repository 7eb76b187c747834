// The port to the service that wakes devices which hold a pass. Types only. A push is empty: it
// says that there is something new, never what.

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
