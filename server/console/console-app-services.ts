// Declares the services of the staff's console.
import type { Services } from '#server/services.ts'

/** The product's services, and the console's origin without a closing slash. */
export type ConsoleServices = Services & {
  readonly settings: Services['settings'] & { readonly consoleUrl: string }
}
