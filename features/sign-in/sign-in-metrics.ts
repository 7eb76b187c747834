// Declares the metric of sign-ins by step, for the operator.
import { Counter } from 'prom-client'

const steps = new Counter({
  name: 'sign_ins_total',
  help: 'Sign-ins by step: codes that were requested, and codes and passkeys that opened a session.',
  labelNames: ['step'],
})
type Step = 'requested' | 'verified' | 'passkey'
// Each step begins at 0, so that its first increase is seen.
for (const step of ['requested', 'verified', 'passkey'] satisfies Step[]) steps.inc({ step }, 0)

export function countSignIn(step: Step): void {
  steps.inc({ step })
}
