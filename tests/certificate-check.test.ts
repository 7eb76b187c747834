// Tests the checks of a certificate against an independent verifier. Every proof of the verifier is
// accepted, and every single change is refused.
import { createHash, sign, webcrypto } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { certificateMaxLength, readCertificate } from '#features/verify/web/certificate-file.ts'
import { checkProof, type PublishedLog } from '#features/verify/web/check-certificate.ts'
import { codeIn } from '#features/verify/web/find-certificate.ts'
import { Tree, tileNumber } from '#tests/support/rfc6962.ts'

const signer = signerOf('passport.example/log', Buffer.alloc(32, 7))
const stranger = signerOf('passport.example/log', Buffer.alloc(32, 8))
const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const txId = 'CP-7K2M-9QXF-4HJD'
const commitment = createHash('sha256').update(salt).update(txId).digest('hex')
const allocation = {
  kind: 'allocate',
  registry: 'GS',
  serial: 'GS1-1-UG-GS1-16-2024-1-1-9',
  first: 401,
  last: 500,
  commitment,
  day: '2026-11-22',
}
const entry = JSON.stringify(allocation)

const treeOf = (size: number, index: number) =>
  new Tree(
    Array.from({ length: size }, (_, place) =>
      Buffer.from(place === index ? entry : `{"kind":"issue","place":${place}}`),
    ),
  )
const noteOf = (tree: Tree, size = tree.size, by = signer) =>
  signCheckpoint(size, tree.root(0, size), by)

/** The tiles of a tree, from its own roots. */
function logOf(tree: Tree, key = verifierText(signer)): PublishedLog {
  const tiles = new Map<string, Uint8Array<ArrayBuffer>>()
  for (let level = 0; 256 ** level <= tree.size; level += 1) {
    const span = 256 ** level
    const count = Math.floor(tree.size / span)
    for (let index = 0; index * 256 < count; index += 1) {
      const width = Math.min(256, count - index * 256)
      const roots = Array.from({ length: width }, (_, place) => {
        const from = (index * 256 + place) * span
        return tree.root(from, from + span)
      })
      const partial = width < 256 ? `.p/${width}` : ''
      tiles.set(`${level}/${tileNumber(index)}${partial}`, new Uint8Array(Buffer.concat(roots)))
    }
  }
  const readTile = async (name: string) => {
    const tile = tiles.get(name)
    if (tile === undefined) throw new Error(`no tile ${name}`)
    return tile
  }
  return { key, checkpoint: noteOf(tree), readTile }
}

/** A certificate as its address returns it: the entry at `index` of the tree's first `size`. */
function certificateJson(tree: Tree, index: number, size = tree.size) {
  return {
    kg: 100,
    project: 'Cookstoves',
    registry: 'GS',
    serial: allocation.serial,
    first_place: 401,
    last_place: 500,
    replacement: null,
    proof: {
      index,
      entry,
      salt: salt.toString('hex'),
      tx_id: txId,
      hashes: tree.path(index, 0, size).map((hash) => hash.toString('base64')),
      checkpoint: noteOf(tree, size),
    },
  }
}
type Json = ReturnType<typeof certificateJson>

async function checksOf(json: unknown, log: PublishedLog) {
  const certificate = readCertificate(JSON.stringify(json))
  if (certificate?.proof == null) throw new Error('no certificate')
  return checkProof(certificate, certificate.proof, log)
}

const all = {
  entry: 'holds',
  commitment: 'holds',
  inclusion: 'holds',
  signature: 'holds',
  consistency: 'holds',
}

describe('a certificate', () => {
  it.each([
    [1, 0, 1],
    [5, 2, 3],
    [7, 6, 7],
    [300, 255, 256],
    [300, 257, 299],
    [1_000, 3, 512],
    [1_000, 700, 769],
  ])('is proven in a log of %i entries, at %i of the first %i', async (size, index, before) => {
    const tree = treeOf(size, index)
    expect(await checksOf(certificateJson(tree, index, before), logOf(tree))).toEqual(all)
  })

  const tree = treeOf(21, 13)
  const log = logOf(tree)
  const changed = (change: (json: Json) => unknown) => {
    const json = certificateJson(tree, 13, 17)
    change(json)
    return checksOf(json, log)
  }
  it('is refused with a changed byte of its entry', async () => {
    const checks = await changed(({ proof }) => {
      proof.entry = entry.replace('"last":500', '"last":501')
    })
    expect(checks).toMatchObject({ entry: 'fails', inclusion: 'fails', signature: 'holds' })
  })

  it.each(['serial', 'registry', 'first_place', 'last_place', 'kg'] as const)(
    'is refused if its %s differs from the entry’s',
    async (field) => {
      const json = certificateJson(tree, 13, 17)
      const other = field === 'serial' || field === 'registry' ? 'X' : 7
      const checks = await checksOf({ ...json, [field]: other }, log)
      expect(checks).toEqual({ ...all, entry: 'fails' })
    },
  )

  it('is proven after a refund in part, for the first of the sold places', async () => {
    const part = { kg: 70, refunded_kg: 30, first_place: 401, last_place: 470 }
    const json = { ...certificateJson(tree, 13, 17), ...part }
    expect(await checksOf(json, log)).toEqual(all)
    for (const wrong of [
      { first_place: 431, last_place: 500 },
      { kg: 71, last_place: 471 },
      { refunded_kg: 29 },
      { refunded_kg: 0 },
    ]) {
      expect(await checksOf({ ...json, ...wrong }, log)).toEqual({ ...all, entry: 'fails' })
    }
  })

  it('is refused with another salt or transaction', async () => {
    const wrong = { ...all, commitment: 'fails' }
    const salted = await changed(({ proof }) => {
      proof.salt = Buffer.alloc(16).toString('hex')
    })
    expect(salted).toEqual(wrong)
    const named = await changed(({ proof }) => {
      proof.tx_id = 'CP-7K2M-9QXF-4HJE'
    })
    expect(named).toEqual(wrong)
  })

  it('is refused with a swapped, a missing or another hash, or at another index', async () => {
    const wrong = { ...all, inclusion: 'fails' }
    const swapped = await changed(({ proof }) => {
      proof.hashes.reverse()
    })
    expect(swapped).toEqual(wrong)
    const short = await changed(({ proof }) => {
      proof.hashes.pop()
    })
    expect(short).toEqual(wrong)
    const long = await changed(({ proof }) => {
      proof.hashes.push(Buffer.alloc(32).toString('base64'))
    })
    expect(long).toEqual(wrong)
    const elsewhere = await changed(({ proof }) => {
      proof.index = 12
    })
    expect(elsewhere).toEqual(wrong)
  })

  it('is refused under another key, even of the same name', async () => {
    const forged = await changed(({ proof }) => {
      proof.checkpoint = noteOf(tree, 17, stranger)
    })
    expect(forged).toEqual({ ...all, signature: 'fails' })
    const otherLog = { ...log, key: verifierText(stranger) }
    expect(await checksOf(certificateJson(tree, 13, 17), otherLog)).toMatchObject({
      signature: 'fails',
      consistency: 'fails',
    })
    const noKey = { ...log, key: 'no key' }
    expect(await checksOf(certificateJson(tree, 13, 17), noKey)).toMatchObject({
      signature: 'fails',
    })
  })

  it('is refused if the log’s key signed it for a log of another name', async () => {
    const renamed = (note: string) => {
      const text = note.slice(0, note.indexOf('\n\n') + 1).replace(signer.name, 'other.example/log')
      const [, keyId = ''] = verifierText(signer).split('+')
      const signed = sign(null, Buffer.from(text), signer.privateKey)
      const line = Buffer.concat([Buffer.from(keyId, 'hex'), signed]).toString('base64')
      return `${text}\n— ${signer.name} ${line}\n`
    }
    const forged = await changed(({ proof }) => {
      proof.checkpoint = renamed(noteOf(tree, 17))
    })
    expect(forged).toEqual({ ...all, signature: 'fails' })
    const ofToday = { ...log, checkpoint: renamed(noteOf(tree)) }
    expect(await checksOf(certificateJson(tree, 13, 17), ofToday)).toEqual({
      ...all,
      consistency: 'fails',
    })
  })

  it('is checked by a browser without Ed25519 as far as possible', async () => {
    const subtle = {
      digest: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
        webcrypto.subtle.digest(name, bytes),
      importKey: () => Promise.reject(new Error('no such algorithm')),
    }
    vi.stubGlobal('crypto', { subtle })
    const checks = await changed(() => undefined)
    vi.unstubAllGlobals()
    expect(checks).toEqual({ ...all, signature: 'unknown' })
  })

  it('reports a second history if the present log is another one', async () => {
    const other = logOf(treeOf(30, 12))
    const checks = await checksOf(certificateJson(tree, 13, 17), other)
    expect(checks).toEqual({ ...all, consistency: 'fails' })
    const shorter = logOf(treeOf(14, 13))
    expect(await checksOf(certificateJson(tree, 13, 17), shorter)).toMatchObject({
      consistency: 'fails',
    })
  })

  it('reports checks that could not be made', async () => {
    const json = certificateJson(tree, 13, 17)
    expect(await checksOf(json, { ...log, checkpoint: null })).toEqual({
      ...all,
      consistency: 'unknown',
    })
    const away = async () => {
      throw new Error('away')
    }
    expect(await checksOf(json, { ...log, readTile: away })).toEqual({
      ...all,
      consistency: 'unknown',
    })
  })
})

describe('a certificate whose kilograms were replaced', () => {
  const block = (serial: string, first: number, last: number) => {
    return { registry: 'GS', serial, first_place: first, last_place: last }
  }
  const replacing = (first: number, last: number, serial: string, from: number, more = {}) =>
    JSON.stringify({
      ...{ kind: 'replace', registry: 'GS', serial: allocation.serial, first, last },
      ...{ by_serial: serial, by_first: from, by_last: from + last - first, ...more },
    })
  /** The sale is at 3, its replacements from 4 on. */
  function told(entries: readonly string[], present: readonly object[]) {
    const others = Array.from({ length: 3 }, (_, place) => `{"kind":"issue","place":${place}}`)
    const tree = new Tree([...others, entry, ...entries].map((text) => Buffer.from(text)))
    const steps = entries.map((text, place) => ({
      proof: {
        index: 4 + place,
        entry: text,
        hashes: tree.path(4 + place).map((hash) => hash.toString('base64')),
      },
    }))
    const json = { ...certificateJson(tree, 3), ...present[0], replacement: { present, steps } }
    return { json, steps, log: logOf(tree) }
  }

  it('is fully proven by its sale and each replacement, also of another registry', async () => {
    const chain = [
      replacing(401, 500, 'B', 7),
      JSON.stringify({
        ...{ kind: 'replace', registry: 'GS', serial: 'B', first: 7, last: 106 },
        ...{ by_serial: 'C', by_first: 1, by_last: 100, by_registry: 'VCS' },
      }),
    ]
    const present = { ...block('C', 1, 100), registry: 'VCS' }
    const { json, log } = told(chain, [present])
    expect(await checksOf(json, log)).toEqual(all)
  })

  it('is proven for a part, with any cut of the segments', async () => {
    const places = [block(allocation.serial, 401, 460), block('B', 1, 40)]
    const { json, log } = told([replacing(461, 500, 'B', 1)], places)
    expect(await checksOf(json, log)).toEqual(all)
    const cut = [block(allocation.serial, 401, 430), block('B', 1, 40)]
    const present = [...cut, block(allocation.serial, 431, 460)]
    const again = told([replacing(461, 480, 'B', 1), replacing(481, 500, 'B', 21)], present)
    expect(await checksOf(again.json, again.log)).toEqual(all)
  })

  it.each([
    ['names other places', [replacing(401, 500, 'B', 7)], [block('B', 8, 107)]],
    ['also names the previous ones', [replacing(401, 460, 'B', 7)], [block('B', 7, 66)]],
    ['also names others', [replacing(401, 500, 'B', 7)], [block('B', 7, 106), block('C', 1, 5)]],
    [
      'names some of them again',
      [replacing(401, 500, 'B', 7)],
      [block('B', 7, 106), block('B', 7, 20)],
    ],
    ['names fewer', [replacing(401, 500, 'B', 7)], [block('B', 7, 105)]],
    ['is replaced by fewer', [replacing(401, 500, 'B', 7, { by_last: 100 })], [block('B', 7, 106)]],
    ['was not there', [replacing(400, 499, 'B', 7)], [block('B', 7, 106)]],
    [
      'was of another registry',
      [replacing(401, 500, 'B', 7, { registry: 'VCS' })],
      [{ ...block('B', 7, 106), registry: 'VCS' }],
    ],
    ['is no replacement', [entry], [block('B', 7, 106)]],
  ])('is refused if it %s', async (_, entries, present) => {
    const { json, log } = told(entries, present)
    expect(await checksOf(json, log)).toEqual({ ...all, entry: 'fails' })
  })

  it('is refused if the log does not contain the replacement', async () => {
    const { json, steps, log } = told([replacing(401, 500, 'B', 7)], [block('B', 7, 106)])
    const [step] = steps
    const proof = { ...step?.proof, entry: replacing(401, 500, 'C', 7) }
    const present = [block('C', 7, 106)]
    const forged = { ...json, ...present[0], replacement: { present, steps: [{ proof }] } }
    expect(await checksOf(forged, log)).toEqual({ ...all, inclusion: 'fails' })
  })

  it('is undecided while the replacement is too young for the checkpoint', async () => {
    const { json, log } = told([], [block('B', 7, 106)])
    const replacement = { present: [block('B', 7, 106)], steps: [{ proof: null }] }
    expect(await checksOf({ ...json, replacement }, log)).toEqual({ ...all, entry: 'unknown' })
  })
})

describe('an invalid certificate', () => {
  const json = certificateJson(treeOf(3, 1), 1)
  it.each([
    ['', 'an empty text'],
    ['{', 'a part of it'],
    ['[]', 'a list'],
    ['null', 'null'],
    [JSON.stringify({ ...json, proof: undefined }), 'no proof'],
    [JSON.stringify({ ...json, kg: '100' }), 'a text in place of a number'],
    [JSON.stringify({ ...json, kg: -1 }), 'a negative number of kilograms'],
    [JSON.stringify({ ...json, proof: { ...json.proof, hashes: ['00'] } }), 'a short hash'],
    [JSON.stringify({ ...json, proof: { ...json.proof, hashes: {} } }), 'no list of hashes'],
    [
      JSON.stringify({
        ...json,
        proof: { ...json.proof, hashes: Array(65).fill('00'.repeat(32)) },
      }),
      'more hashes than any log needs',
    ],
    [
      JSON.stringify({ ...json, replacement: { present: [json, {}], steps: [{ proof: null }] } }),
      'kilograms without a place',
    ],
    [
      JSON.stringify({ ...json, proof: { ...json.proof, salt: 'zz' } }),
      'a salt with invalid letters',
    ],
    [
      JSON.stringify({
        ...json,
        proof: { ...json.proof, salt: Buffer.alloc(15).toString('base64') },
      }),
      'a short salt',
    ],
    [JSON.stringify({ ...json, replacement: {} }), 'an empty replacement'],
    [
      JSON.stringify({ ...json, replacement: { present: [json], steps: [{ proof: {} }] } }),
      'no proof of a replacement',
    ],
    [
      JSON.stringify({
        ...json,
        replacement: { present: [{ ...json, serial: 'X' }], steps: [{ proof: null }] },
      }),
      'other kilograms than it starts with',
    ],
    [JSON.stringify({ ...json, more: 'x'.repeat(certificateMaxLength) }), 'too much'],
  ])('is refused: %#', (text) => {
    expect(readCertificate(text)).toBeNull()
  })

  it('may be one that is not in the log yet', () => {
    expect(readCertificate(JSON.stringify({ ...json, proof: null }))).toMatchObject({ proof: null })
  })

  it('fails without an exception if entry and checkpoint are any text', async () => {
    const tree = treeOf(3, 1)
    for (const text of ['', '{', 'null', '\n\n\n', '— x y\n']) {
      const proof = { ...json.proof, entry: text, checkpoint: text }
      expect(await checksOf({ ...json, proof }, logOf(tree))).toEqual({
        entry: 'fails',
        commitment: 'fails',
        inclusion: 'fails',
        signature: 'fails',
        consistency: 'fails',
      })
    }
  })
})

describe('typed text', () => {
  const here = 'https://passport.example'
  it.each([
    ['0123456789ABCDEF', { code: '0123456789ABCDEF' }],
    [' 0123-4567-89ab-cdef ', { code: '0123456789ABCDEF' }],
    ['oO23 4567–89ab–cdef', { code: '0023456789ABCDEF' }],
    ['0iIl L567\n89ABCDEF', { code: '0111156789ABCDEF' }],
    [`${here}/c/o123-4567-89ab-cdef`, { code: '0123456789ABCDEF' }],
    [`${here}/c/0123456789ABCDEF.png`, { code: '0123456789ABCDEF' }],
    ['0123456789ABCDE', 'unclear'],
    [`${here}/c/0123456789abcdef`, { code: '0123456789ABCDEF' }],
    [`${here}/c/0123456789ABCDEF.json`, { code: '0123456789ABCDEF' }],
    ['https://other.example/c/0123456789ABCDEF', 'elsewhere'],
    [`${here}/d/0123456789ABCDEF`, 'unclear'],
    ['0123456789ABCDEU', 'unclear'],
    ['javascript:alert(1)', 'unclear'],
    ['', 'unclear'],
  ])('%s is a code, an address of this site, or unclear', (typed, code) => {
    expect(codeIn(typed, here)).toEqual(code)
  })
})
