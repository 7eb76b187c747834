// Types of install.mjs, which stays plain JavaScript for an old Node.
export const checks: string
export const root: string
export const testLibraries: string
export const unread: readonly string[]
export function fail(sentence: string): never
export function installTool(name: string): Promise<void>
