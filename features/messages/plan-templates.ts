// Lists the templates of messages about monthly plans.
export const planTemplates = ['plan_upcoming', 'plan_paused', 'plan_confirm'] as const
export type PlanTemplate = (typeof planTemplates)[number]
