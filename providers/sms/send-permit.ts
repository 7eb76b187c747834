// What an SMS needs to leave: the port takes the number from it and no other way. Only
// features/messages/limits/permit-sms.ts makes one; the boundaries and a test refuse everybody else.

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
