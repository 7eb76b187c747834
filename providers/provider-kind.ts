// Which provider stands behind a port. A setting of a provider is a union by `kind`, and nothing but
// this file asks whether it is a sandbox.

/** The choice of a provider: its name, with what it takes to reach it. */
export type ProviderChoice = { readonly kind: string }

/** Whether nothing that the provider does is real (docs/product.md#sandboxes). */
export function isSandbox({ kind }: ProviderChoice): boolean {
  return kind === 'sandbox'
}
