// Names the Sustainable Development Goals of the United Nations by their numbers.

const goalNames = [
  ...['No poverty', 'Zero hunger', 'Good health and well-being', 'Quality education'],
  ...['Gender equality', 'Clean water and sanitation', 'Affordable and clean energy'],
  ...['Decent work and economic growth', 'Industry, innovation and infrastructure'],
  ...['Reduced inequalities', 'Sustainable cities and communities'],
  ...['Responsible consumption and production', 'Climate action', 'Life below water'],
  ...['Life on land', 'Peace, justice and strong institutions', 'Partnerships for the goals'],
] as const

/** Returns the number and the name of a goal, such as `13 Climate action`. */
export function goalName(goal: number): string {
  const name = goalNames[goal - 1]
  return name === undefined ? String(goal) : `${goal} ${name}`
}
