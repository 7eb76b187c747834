// Defines a provider's setting as a union by `kind`. Only this file checks whether a provider is a
// sandbox.

/** The choice of a provider: its name, with what it takes to reach it. */
export type ProviderChoice = { readonly kind: string }

/** Whether nothing that the provider does is real (docs/product.md#sandboxes). */
export function isSandbox({ kind }: ProviderChoice): boolean {
  return kind === 'sandbox'
}
