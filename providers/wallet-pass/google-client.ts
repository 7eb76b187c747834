// Calls Google Wallet's REST API. It requests an access token by a signed JWT (RFC 7523) and uses the token
// until shortly before its expiry. Concurrent callers share one request for it.
import { z } from 'zod'
import { signToken } from '#providers/wallet-pass/google-signature.ts'
import {
  type GoogleAccount,
  type GoogleWallet,
  patchTimeoutMs,
} from '#providers/wallet-pass/google-wallet.ts'

type ClientOptions = {
  readonly account: GoogleAccount
  /** Origins of Google's interface for passes and of its token service. */
  readonly apiUrl: string
  readonly tokenUrl: string
}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
/** Maximum lifetime of an assertion at Google, in seconds. */
const assertionLifeSeconds = 3_600
/** Time before its expiry at which a token is replaced, in milliseconds. */
const tokenMarginMs = 60_000

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export function openGoogleWallet({ account, apiUrl, tokenUrl }: ClientOptions): GoogleWallet {
  const objects = `${apiUrl}/walletobjects/v1/genericObject`
  let token: { readonly value: Promise<string>; endsAt: number } | undefined

  /** Requests an access token, and sets `holder.endsAt` to the time at which it must be replaced. */
  async function requestToken(holder: { endsAt: number }): Promise<string> {
    const aud = `${tokenUrl}/token`
    const iat = Math.floor(Date.now() / 1_000)
    const times = { iat, exp: iat + assertionLifeSeconds }
    const assertion = await signToken(account, { iss: account.email, scope, aud, ...times })
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const response = await fetch(aud, {
      method: 'POST',
      body: new URLSearchParams({ grant_type, assertion }),
      signal: AbortSignal.timeout(patchTimeoutMs),
    })
    if (!response.ok) throw await failureOf('token service', response)
    const { access_token, expires_in } = tokenAnswer.parse(await response.json())
    holder.endsAt = Date.now() + expires_in * 1_000 - tokenMarginMs
    return access_token
  }

  async function accessToken(): Promise<string> {
    if (token === undefined || Date.now() >= token.endsAt) {
      const next = { endsAt: Number.POSITIVE_INFINITY }
      token = Object.assign(next, { value: requestToken(next) })
    }
    const currentToken = token
    try {
      return await currentToken.value
    } catch (error) {
      if (token === currentToken) token = undefined
      throw error
    }
  }

  return {
    account,
    saveUrl: 'https://pay.google.com/gp/v/save',
    async patch(object) {
      const response = await fetch(`${objects}/${encodeURIComponent(object.id)}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(object),
        signal: AbortSignal.timeout(patchTimeoutMs),
      })
      // The token was revoked early: the next attempt requests another.
      if (response.status === 401) token = undefined
      if (!response.ok && response.status !== 404) throw await failureOf('Wallet', response)
      await response.body?.cancel()
      return response.ok ? 'accepted' : 'gone'
    },
    close: async () => undefined,
  }
}

async function failureOf(service: string, response: Response): Promise<Error> {
  await response.body?.cancel()
  const failure = new Error(`Google's ${service} answered ${response.status}`)
  return Object.assign(failure, { statusCode: response.status })
}
