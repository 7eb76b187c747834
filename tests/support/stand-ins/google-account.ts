// Creates a service account like Google's, and reads the tokens that it signed.
import { generateKeyPairSync, verify } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

export const googleAccount = {
  issuerId: '3388000000012345678',
  email: 'passes@carbon-passport-example.iam.gserviceaccount.com',
  key: privateKey,
} as const

/** The settings of that account. */
export const googleSettings = {
  GOOGLE_WALLET_ISSUER_ID: googleAccount.issuerId,
  GOOGLE_WALLET_ACCOUNT: googleAccount.email,
  GOOGLE_WALLET_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
} as const

/** Returns the header and claims of a token, or null if the account did not sign it. */
// biome-ignore lint/suspicious/noExplicitAny: claims are judged by the tests that read them
export function openToken(token: string): { header: any; claims: any } | null {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const signedPart = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signedPart, publicKey, Buffer.from(signature, 'base64url'))) return null
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header: decode(header), claims: decode(claims) }
}
