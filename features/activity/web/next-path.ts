// Reads a Link header. Pure.

/** The address with rel="next"; null where there is none. */
export function nextPathOf(link: string | null): string | null {
  return /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null
}
