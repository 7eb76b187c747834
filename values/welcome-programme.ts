// The product's own programme, which credits a new profile in a demonstration (contract 8). Both halves
// know it: the browser calls it in the person's language.

export const welcomeProgramme = { id: 'welcome', name: 'Welcome' } as const
