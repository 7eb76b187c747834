// Names the product's own programme that credits a new passport (docs/product.md#welcome-credit),
// for server and browser. The browser shows its name in the person's language.

export const welcomeProgramme = { id: 'welcome', name: 'Welcome' } as const
