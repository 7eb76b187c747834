// Decides how the console names a person. Pure.
import { maskPhone } from '#values/text/phone-number.ts'

type PersonNames = {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly nickname: string | null
}

/** Returns first and last name, else the nickname; null without either. */
export function nameOfPerson({ first_name, last_name, nickname }: PersonNames): string | null {
  const names = [first_name, last_name].filter((name) => name !== null && name !== '')
  return names.length > 0 ? names.join(' ') : nickname
}

/** Returns the name, else the masked phone number; null after a deletion. */
export function shownPersonOf(person: PersonNames & { readonly phone: string | null }) {
  return nameOfPerson(person) ?? maskedPhoneOf(person)
}

export function maskedPhoneOf({ phone }: { readonly phone: string | null }): string | null {
  return phone === null ? null : maskPhone(phone)
}
