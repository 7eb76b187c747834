// Tests cosignatures by a second reading of C2SP tlog-cosignature, for both kinds of keys.
import { createPublicKey, generateKeyPairSync, hash, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  cosign,
  cosignedAt,
  createWitnessSigner,
  readWitnessKey,
  type WitnessSigner,
  witnessKeyText,
} from './cosignature.ts'
import others from './cosignatures-of-others.json' with { type: 'json' }

const root = hash('sha256', 'a root', 'buffer').toString('base64')
const text = `log.example/one\n1234\n${root}\n`
const time = 1_679_315_147

function newSigner(algorithm: WitnessSigner['algorithm']): WitnessSigner {
  if (algorithm === 'ed25519') return createWitnessSigner('witness.example/w1', Buffer.alloc(32, 5))
  const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44')
  const keyBytes = 1_312
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes)
  return { name: 'witness.example/w1', algorithm, publicKey: bytes, privateKey }
}

/** `SHA-256(<name> || "\n" || kind || key)[:4]` */
function keyId(name: string, kind: number, key: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(name), Buffer.from([10, kind]), key])
  return hash('sha256', bytes, 'hex').slice(0, 8)
}

/** The bytes of a `u64`. */
function u64(value: number): Buffer {
  return Buffer.from(value.toString(16).padStart(16, '0'), 'hex')
}

/** An `opaque <1..2^8-1>`: its length in a byte, then its bytes. */
const opaque = (value: string) => Buffer.from(`${String.fromCharCode(value.length)}${value}`)

describe.each(['ed25519', 'mlDsa44'] as const)('a cosignature with %s', (algorithm) => {
  const signer = newSigner(algorithm)
  const kind = algorithm === 'ed25519' ? 4 : 6
  const signed = cosign(text, signer, time)
  const bytes = Buffer.from(signed.split(' ')[2] ?? '', 'base64')

  it('is the line that the text describes', () => {
    const id = keyId(signer.name, kind, signer.publicKey)
    expect(signed.startsWith(`— ${signer.name} `)).toBe(true)
    expect(bytes.subarray(0, 4).toString('hex')).toBe(id)
    expect(bytes.subarray(4, 12)).toEqual(u64(time))
    const message =
      algorithm === 'ed25519'
        ? Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
        : Buffer.concat([
            ...[Buffer.from('subtree/v1\n\0'), opaque(signer.name), u64(time)],
            ...[opaque('log.example/one'), u64(0), u64(1234), Buffer.from(root, 'base64')],
          ])
    const jwk =
      algorithm === 'ed25519'
        ? { kty: 'OKP', crv: 'Ed25519', x: signer.publicKey.toString('base64url') }
        : { kty: 'AKP', alg: 'ML-DSA-44', pub: signer.publicKey.toString('base64url') }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    expect(verify(null, message, publicKey, bytes.subarray(12))).toBe(true)
  })

  it('has the time for its key, and none for another key, name, text or bent byte', () => {
    expect(cosignedAt(text, signed, signer)).toBe(time)
    expect(cosignedAt(text, signed, { ...signer, name: 'witness.example/w2' })).toBeNull()
    expect(cosignedAt(text, signed, newSigner('mlDsa44'))).toBeNull()
    expect(cosignedAt(text.replace('1234', '1235'), signed, signer)).toBeNull()
    expect(cosignedAt(text.replace('one', 'two'), signed, signer)).toBeNull()
    for (const at of [0, 11, 12, bytes.length - 1]) {
      const bent = Buffer.from(bytes)
      bent[at] = (bent[at] ?? 0) ^ 1
      const line = `— ${signer.name} ${bent.toString('base64')}`
      expect([at, cosignedAt(text, line, signer)]).toEqual([at, null])
    }
    expect(cosignedAt(text, `${signed.slice(0, -8)}`, signer)).toBeNull()
  })

  it('has a key text that is read again, and no other', () => {
    const keyText = witnessKeyText(signer)
    const id = keyId(signer.name, kind, signer.publicKey)
    const encoded = Buffer.concat([Buffer.from([kind]), signer.publicKey]).toString('base64')
    expect(keyText).toBe(`${signer.name}+${id}+${encoded}`)
    expect(readWitnessKey(keyText)).toEqual({
      name: signer.name,
      algorithm,
      publicKey: signer.publicKey,
    })
    expect(readWitnessKey(keyText.replace('w1', 'w2'))).toBeNull()
    expect(readWitnessKey(keyText.slice(0, -4))).toBeNull()
    expect(readWitnessKey(`${keyText} `)).toBeNull()
  })
})

it('refuses a key of a log, which signs checkpoints and no times', () => {
  const key = createWitnessSigner('log.example/one', Buffer.alloc(32, 1)).publicKey
  const encoded = Buffer.concat([Buffer.from([1]), key]).toString('base64')
  expect(
    readWitnessKey(`log.example/one+${keyId('log.example/one', 1, key)}+${encoded}`),
  ).toBeNull()
})

it('has the frame of the example in the text of tlog-cosignature, which publishes no key', () => {
  const example =
    'jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=='
  const signer = createWitnessSigner('witness.example.com/w1', Buffer.alloc(32, 5))
  const body =
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
  const line = cosign(body, signer, time)
  const [bytes, expected] = [line.split(' ')[2] ?? '', example].map((each) =>
    Buffer.from(each, 'base64'),
  )
  expect(bytes?.length).toBe(expected?.length)
  expect(bytes?.subarray(4, 12)).toEqual(expected?.subarray(4, 12))
  // The line is of another key, whatever its name.
  expect(cosignedAt(body, `— ${signer.name} ${example}`, signer)).toBeNull()
})

it.each(others.cosigned)('takes a cosignature that $by has made', ({ key, line, time: made }) => {
  const read = readWitnessKey(key)
  if (read === null) throw new Error('the key cannot be read')
  const { checkpointText } = others
  expect(cosignedAt(checkpointText, line, read)).toBe(made)
  const larger = checkpointText.replace('\n772\n', '\n773\n')
  expect(larger).not.toBe(checkpointText)
  expect(cosignedAt(larger, line, read)).toBeNull()
})
