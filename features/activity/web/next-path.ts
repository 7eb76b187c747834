// Reads a Link header. Pure.

/** Returns the address with rel="next"; null without one. */
export function nextPathOf(link: string | null): string | null {
  return /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null
}
