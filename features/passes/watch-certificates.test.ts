// Tests the figure of the certificates' end, of which an alarm warns.
import { register } from 'prom-client'
import { expect, it } from 'vitest'
import { readPassCertificates } from '#providers/wallet-pass/pass-certificates.ts'
import {
  openPassAuthority,
  testPassType,
  testTeam,
} from '#tests/support/stand-ins/pass-authority.ts'
import { watchCertificates } from './watch-certificates.ts'

const dayMs = 86_400_000
const measured = async () =>
  (await register.getSingleMetric('pass_certificates_days_left')?.get())?.values[0]?.value

it('the days until the first certificate ends are measured, and nothing without certificates', async () => {
  await watchCertificates(undefined, Date.now())
  expect(await measured()).toBeUndefined()
  const authority = await openPassAuthority()
  const { certificate, key } = await authority.issue()
  const certificates = readPassCertificates(
    {
      PASS_CERTIFICATE: certificate,
      PASS_KEY: key,
      PASS_WWDR_CERTIFICATE: authority.intermediate,
      PASS_TYPE_ID: testPassType,
      PASS_TEAM_ID: testTeam,
    },
    new Date(),
  )
  const { signer, intermediate } = certificates ?? {}
  const ends = [signer, intermediate].map((each) => each?.validToDate.getTime() ?? 0)
  await watchCertificates(certificates, Math.min(...ends) - 12 * dayMs)
  expect(await measured()).toBe(12)
})
