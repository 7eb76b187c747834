// Signs JSON Web Tokens with RS256 (RFC 7515) and the key of the issuer's service account, for links and
// access tokens. Node signs on a separate thread.
import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import type {
  GoogleAccount,
  GoogleClass,
  GoogleObject,
} from '#providers/wallet-pass/google-wallet.ts'

const signOnThread = promisify(sign)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'RS256', typ: 'JWT' })

export async function signToken(
  { key }: GoogleAccount,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const signingInput = `${header}.${encode(claims)}`
  const signature = await signOnThread('sha256', Buffer.from(signingInput), key)
  return `${signingInput}.${signature.toString('base64url')}`
}

/** Returns the signed token of a link that saves this pass. `origin` is the site that shows the link. */
export function signSaveToken(
  account: GoogleAccount,
  { passClass, pass }: { readonly passClass: GoogleClass; readonly pass: GoogleObject },
  origin: string,
  now: number,
): Promise<string> {
  return signToken(account, {
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now / 1_000),
    origins: [origin],
    payload: { genericClasses: [passClass], genericObjects: [pass] },
  })
}
