// Permits one SMS. The SMS port takes the phone number from a permit only. Only
// features/messages/limits/permit-sms.ts may create one, which the boundary check and a test enforce.

export class SendPermit {
  readonly #to: string

  constructor(to: string) {
    this.#to = to
  }

  /** The phone number that the permit allows, E.164. */
  get to(): string {
    return this.#to
  }
}
