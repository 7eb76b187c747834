// Types of prepare.mjs, which stays plain JavaScript for an old Node.
export function builtState(): 'missing' | 'stale' | 'current'

/** Returns true if the bundle contains this file of a feature. */
export function isOfBrowser(file: string): boolean
export function isOfConsole(file: string): boolean
