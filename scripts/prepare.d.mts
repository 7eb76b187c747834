// Types of prepare.mjs, which stays plain JavaScript for an old Node.
export function builtState(): 'missing' | 'stale' | 'current'
