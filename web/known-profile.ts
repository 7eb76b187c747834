// Tells a profile from what a broken proxy or a sign-in page of a network answers in its place.
import type { Profile } from '#features/sign-in/contract.ts'

/** Whether an answer holds what the whole app stands on. */
export function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null) return false
  const has = (name: string, type: string) =>
    name in value && typeof Object.getOwnPropertyDescriptor(value, name)?.value === type
  return has('id', 'string') && has('phone', 'string') && has('total_offsets', 'number')
}
