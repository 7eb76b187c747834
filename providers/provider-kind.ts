// Defines a provider's setting as a union by `kind`. Only this file checks whether a provider is a
// sandbox.

/** The choice of a provider: its name, with its settings. */
export type ProviderChoice = { readonly kind: string }

/** Whether the provider only simulates its effects (docs/product.md#sandboxes). */
export function isSandbox({ kind }: ProviderChoice): boolean {
  return kind === 'sandbox'
}
