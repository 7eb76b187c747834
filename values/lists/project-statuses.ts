// Lists the three statuses of a project.

export const projectStatuses = ['Verified', 'Certified Design', 'Listed'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export function isProjectStatus(text: string): text is ProjectStatus {
  return projectStatuses.some((status) => status === text)
}
