// The product's own programme, which gives a new passport its first money (contract 8). Both halves
// know it: the browser says its name in the person's language. Pure data.

export const welcomeProgramme = { id: 'welcome', name: 'Welcome' } as const
