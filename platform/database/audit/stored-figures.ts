// Reads the figures of an action as the database stores them.
import type { Figure } from './audit-trail.ts'

/** Returns the stored figures with their fields in order, because the database reorders them. */
export function figuresOf(stored: unknown): Figure[] {
  if (!Array.isArray(stored)) return []
  return stored.map(({ label, before, after }) => ({
    label: String(label),
    before: before === null ? null : String(before),
    after: String(after),
  }))
}
