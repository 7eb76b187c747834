// The readable id of a purchase, which its buyer retypes. It comes from a cryptographic source,
// since whoever knows it sees nothing but must not be able to guess one either.
import { randomInt } from 'node:crypto'

/** Without 0 O 1 I L U: letters that look alike are never asked of a person. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const groupLength = 4

/** A new id such as `CP-7K2M-9QXF-4HJD` (59 bits). */
export function newTransactionId(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return ['CP', ...Array.from({ length: groups }, group)].join('-')
}
