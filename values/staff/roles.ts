// Defines the roles of staff, and what each role may read in the console (docs/product.md#staff). Each
// action declares the roles that may run it.

/** Roles that a member of staff may have, besides those of a programme's people. */
export const staffRoles = ['look', 'support', 'money', 'registry', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The role of a programme's own people, such as `partner:green-bank`. They see that programme only. */
const partnerRole = /^partner:([a-z0-9][a-z0-9-]{0,62})$/

/** Returns true for a role that a member of staff may have. */
export function isRole(text: string): boolean {
  return staffRoles.some((role) => role === text) || partnerRole.test(text)
}

/** Returns the programmes whose people have these roles. */
export function programmesOf(roles: readonly string[]): string[] {
  return roles.flatMap((role) => partnerRole.exec(role)?.[1] ?? [])
}

/** Parts of the console, each with the roles that may read it. */
export const readers = {
  today: ['look', 'support', 'money', 'registry', 'admin'],
  people: ['look', 'support', 'money', 'admin'],
  purchases: ['look', 'support', 'money', 'admin'],
  disputes: ['look', 'support', 'money', 'admin'],
  catalogue: ['look', 'support', 'money', 'registry', 'admin'],
  retirement: ['look', 'money', 'registry', 'admin'],
  programmes: ['look', 'support', 'money', 'admin'],
  books: ['money', 'admin'],
  approvals: ['look', 'support', 'money', 'registry', 'admin'],
  audit: ['admin'],
  staff: ['admin'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>
export type ConsolePart = keyof typeof readers

/** Roles that may see whole phone numbers. Each such read is recorded. */
const phoneReaders: readonly string[] = ['support', 'money', 'admin']

/** Returns true if one of the roles may read the part. People of a programme may read programmes only. */
export function mayRead(roles: readonly string[], part: ConsolePart): boolean {
  if (part === 'programmes' && programmesOf(roles).length > 0) return true
  const allowed: readonly string[] = readers[part]
  return roles.some((role) => allowed.includes(role))
}

export function maySeePhones(roles: readonly string[]): boolean {
  return roles.some((role) => phoneReaders.includes(role))
}
