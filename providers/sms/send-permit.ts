// Permits one SMS: the port takes the number from a permit only. Only
// features/messages/limits/permit-sms.ts may make one, which the boundaries and a test check.

export class SendPermit {
  readonly #to: string

  constructor(to: string) {
    this.#to = to
  }

  /** E.164: the one number that it is good for. */
  get to(): string {
    return this.#to
  }
}
