// What the use cases of one's own data are handed. Types only.
import type { Services as SignInServices } from '#features/sign-in/services.ts'

export type Services = SignInServices
