// An authority that issues certificates as Apple's does, for tests of real and of wrong settings.
import {
  exportKey,
  issueCertificate,
  type KeyPair,
  type Name,
  newKeyPair,
} from '#providers/wallet-pass/issue-certificate.ts'

const day = 86_400_000

export type PassAuthority = {
  readonly root: string
  readonly intermediate: string
  issue(change?: Change): Promise<{ readonly certificate: string; readonly key: string }>
}

type Change = {
  readonly subject?: Name
  /** Days from now. */
  readonly fromDay?: number
  readonly toDay?: number
}

export const testPassType = 'pass.example.passport'
export const testTeam = 'ABCDE12345'

export async function openPassAuthority(intermediateToDay = 30): Promise<PassAuthority> {
  const [rootKeys, middleKeys] = await Promise.all([newKeyPair(), newKeyPair()])
  const rootName = { CN: 'Test Root' }
  const middleName = { CN: 'Test Worldwide Developer Relations' }
  const issue = (
    subject: Name,
    { publicKey }: KeyPair,
    issuer: Name,
    { privateKey }: KeyPair,
    { fromDay = -1, toDay = 30, isAuthority = false }: Change & { isAuthority?: boolean },
  ) =>
    issueCertificate({
      ...{ subject, publicKey, issuer: { name: issuer, privateKey }, isAuthority },
      ...{ from: new Date(Date.now() + fromDay * day), to: new Date(Date.now() + toDay * day) },
    })
  const authority = { isAuthority: true, fromDay: -60, toDay: intermediateToDay }
  return {
    root: await issue(rootName, rootKeys, rootName, rootKeys, { ...authority, toDay: 30 }),
    intermediate: await issue(middleName, middleKeys, rootName, rootKeys, authority),
    async issue(change = {}) {
      const keys = await newKeyPair()
      const subject = change.subject ?? { UID: testPassType, CN: 'Pass', OU: testTeam }
      return {
        certificate: await issue(subject, keys, middleName, middleKeys, change),
        key: await exportKey(keys),
      }
    },
  }
}
