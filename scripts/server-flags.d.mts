// Types of server-flags.mjs, which stays plain JavaScript for an old Node.
export const serverFlags: readonly string[]
