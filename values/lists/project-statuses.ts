// The three words that the product has for the state of a registry's project. The one list of them.

export const projectStatuses = ['Verified', 'Certified Design', 'Listed'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export function isProjectStatus(text: string): text is ProjectStatus {
  return projectStatuses.some((status) => status === text)
}
