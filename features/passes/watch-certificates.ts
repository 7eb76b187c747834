// Measures the remaining validity of Apple's certificates for passes. After their expiry, phones refuse new
// passes and updates, and the product does not start.
import { openKnownGauge } from '#platform/metrics.ts'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'

const dayMs = 86_400_000

const daysLeft = openKnownGauge({
  name: 'pass_certificates_days_left',
  help: 'Days until the first certificate for wallet passes ends; under 30 is an alarm. Absent without them.',
})

/** Updates the metric. Returns 0, so that the job runner waits the full interval before the next run. */
export async function watchCertificates(
  certificates: PassCertificates | undefined,
  nowMs: number,
): Promise<number> {
  if (certificates === undefined) return 0
  const { signer, intermediate } = certificates
  const expiries = [signer, intermediate].map(({ validToDate }) => validToDate.getTime())
  daysLeft.set((Math.min(...expiries) - nowMs) / dayMs)
  return 0
}
