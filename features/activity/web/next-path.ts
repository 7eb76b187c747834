// Parses a Link header. Pure.

/** Returns the address with rel="next", or null. */
export function nextPathOf(link: string | null): string | null {
  return /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null
}
