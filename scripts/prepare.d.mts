// Types of prepare.mjs, which stays plain JavaScript for an old Node.
export function builtState(): 'missing' | 'stale' | 'current'

/** Whether the bundle is built from this file of a feature. */
export function isOfBrowser(file: string): boolean
