// Derives keys from the one secret of the installation. No derived key is stored.
import { createHmac, hkdfSync } from 'node:crypto'

export type Keys = ReturnType<typeof deriveKeys>

/** The keys in use and those from SECRET_KEY_PREVIOUS, which are still accepted. */
export type AcceptedKeys = { readonly keys: Keys; readonly previousKeys: Keys | undefined }

/** Returns the result of `keyOf` for each accepted set of keys, the current one first. */
export function underEach<Key>(
  { keys, previousKeys }: AcceptedKeys,
  keyOf: (keys: Keys) => Key,
): Key[] {
  return previousKeys === undefined ? [keyOf(keys)] : [keyOf(keys), keyOf(previousKeys)]
}

/**
 * Computes phone hashes, for rows that must not store the phone number. Their key never changes,
 * because hashes are compared for years.
 */
export type NumberKeys = ReturnType<typeof openNumberKeys>

/** Opens the hashes. `secret` is NUMBERS_KEY, 32 bytes. All hashes are 43 characters of base64url. */
export function openNumberKeys(secret: Buffer) {
  const hashUnder = (purpose: string) => {
    const key = derive(secret, purpose)
    return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  }
  const giftKey = hashUnder('numbers given to')
  const bodyHash = hashUnder('bodies of calls')
  return {
    /** Returns the phone hash, for limits that outlive a passport and for benefits once a year. */
    hashOf: hashUnder('numbers'),
    /**
     * Returns a hash that differs for each giver, so that gifts of two givers to one phone number cannot
     * be linked.
     */
    giftKeyOf: (giverId: string, phone: string) => giftKey(`${giverId} ${phone}`),
    /** Hashes a call's body, which may contain a phone number. */
    bodyHashOf: (body: string) => Buffer.from(bodyHash(body), 'base64url'),
    /** Identifies the key without revealing it. */
    fingerprint: hashUnder('fingerprint of the key of numbers')(''),
  }
}

const keyBytes = 32

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `carbon-passport ${purpose} v1`, keyBytes))
}

/** Derives the keys. `secret` is SECRET_KEY, 32 bytes. */
export function deriveKeys(secret: Buffer) {
  const terminals = derive(secret, 'terminals')
  const partners = derive(secret, 'partner terminals')
  const passes = derive(secret, 'passes')
  const googlePasses = derive(secret, 'google passes')
  const keyUnder = (master: Buffer) => (id: string) =>
    createHmac('sha256', master).update(id).digest()
  return {
    /** Key of one-time codes. */
    code: derive(secret, 'codes'),
    /** Signs wallet quotes. */
    quote: derive(secret, 'quotes'),
    /** Signs the challenges of passkeys. */
    passkey: derive(secret, 'passkeys'),
    /** Signs the cookie of a browser that signed in before. */
    device: derive(secret, 'devices'),
    /** Derives the HMAC key of a browser terminal from its id. */
    terminalKey: keyUnder(terminals),
    /** Derives the HMAC key of a partner's terminal, which never equals that of a browser terminal. */
    partnerKey: keyUnder(partners),
    /**
     * Returns the token of a wallet pass for Apple's web service: 32 bytes, base64url. From version 1 the
     * version and a dot come first.
     */
    passToken(passportId: string, version: number): string {
      if (version === 0) return keyUnder(passes)(passportId).toString('base64url')
      return `${version}.${keyUnder(passes)(`${passportId}/${version}`).toString('base64url')}`
    },
    /**
     * Returns the id of a passport's pass at Google: 16 bytes, base64url. It does not reveal the
     * passport.
     */
    googlePassId: (passportId: string) =>
      keyUnder(googlePasses)(passportId).toString('base64url', 0, 16),
  }
}
