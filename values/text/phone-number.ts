// Defines the pattern of a phone number and its masked form. Server and browser use it. It must not
// import the phone library's tables, which weigh more than a page.

/** Matches a plus sign and 10 to 15 digits (docs/product.md#phone-numbers). */
export const phonePattern = /^\+[0-9]{10,15}$/

/** Returns `+44•••••456` for `+447400123456`. Its owner recognises it, and no other reader can dial it. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••••${phone.slice(-3)}`
}

/** Masks like `maskPhone`, without bullets, which the alphabet of a short SMS lacks. */
export function plainMask(phone: string): string {
  return `${phone.slice(0, 3)}...${phone.slice(-3)}`
}

/** Returns the range of a number: all but its last 4 digits. */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4)
}
