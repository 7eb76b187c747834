// Simulates a phone with a person's pass. It calls Apple's web service for passes as iOS does, with the
// data in the pass.
import { randomBytes, randomUUID } from 'node:crypto'
import { openPass, readJson } from '#tests/support/stand-ins/pass-file.ts'
import { type Answer, Person } from './person.ts'

type Fetched = {
  readonly status: number
  readonly bytes: Uint8Array
  readonly lastModified: string
}

export class Phone {
  readonly url: string
  readonly device: string
  readonly passType: string
  readonly serial: string
  token: string | null
  pushToken = randomBytes(32).toString('hex')

  constructor(url: string, device: string, pass: Record<'passType' | 'serial' | 'token', string>) {
    this.url = url
    this.device = device
    this.passType = pass.passType
    this.serial = pass.serial
    this.token = pass.token
  }

  /** Downloads the person's pass and returns a phone with it. */
  static async with(person: Person): Promise<Phone> {
    const headers = { cookie: person.cookie }
    const response = await fetch(`${person.url}/passport/pass/${person.id}`, { headers })
    const files = openPass(new Uint8Array(await response.arrayBuffer()))
    const pass = readJson(files, 'pass.json')
    return new Phone(person.url, randomUUID().replaceAll('-', ''), {
      passType: pass.passTypeIdentifier,
      serial: pass.serialNumber,
      token: pass.authenticationToken,
    })
  }

  onSameDeviceAs({ device, pushToken }: Phone): Phone {
    const { passType, serial, token } = this
    const phone = new Phone(this.url, device, { passType, serial, token: token ?? '' })
    phone.pushToken = pushToken
    return phone
  }

  async register(): Promise<number> {
    const body = { pushToken: this.pushToken }
    return (await this.#call('POST', `${this.#registrations()}/${this.serial}`, body)).status
  }

  async unregister(): Promise<number> {
    return (await this.#call('DELETE', `${this.#registrations()}/${this.serial}`)).status
  }

  list(since?: string): Promise<Answer> {
    const query = since === undefined ? '' : `?passesUpdatedSince=${encodeURIComponent(since)}`
    return new Person(this.url).get(`${this.#registrations()}${query}`)
  }

  async fetch(since?: string): Promise<Fetched> {
    const path = `/passkit/v1/passes/${this.passType}/${this.serial}`
    const response = await fetch(`${this.url}${path}`, {
      headers: {
        ...this.#headers(),
        ...(since === undefined ? {} : { 'if-modified-since': since }),
      },
    })
    return {
      status: response.status,
      bytes: new Uint8Array(await response.arrayBuffer()),
      lastModified: response.headers.get('last-modified') ?? '',
    }
  }

  #registrations(): string {
    return `/passkit/v1/devices/${this.device}/registrations/${this.passType}`
  }

  #headers(): Record<string, string> {
    return this.token === null ? {} : { authorization: `ApplePass ${this.token}` }
  }

  #call(method: string, path: string, body?: unknown): Promise<Answer> {
    return new Person(this.url).call(method, path, body, this.#headers())
  }
}
