// Compares the tree and its notes with a verifier written from the standards, and with published
// values.
import { sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyRoot, leafHash } from '#features/log/tree/merkle.ts'
import {
  openCheckpoint,
  readVerifierText,
  signCheckpoint,
  signerOf,
  verifierText,
} from '#features/log/tree/signed-note.ts'
import {
  appendLeaves,
  type Edge,
  edgeOf,
  partialTiles,
  rootOf,
  type Tile,
} from '#features/log/tree/tiles.ts'
import { readNote, Tree, tileNumber } from '#tests/support/rfc6962.ts'
import { readTilePath, tilePath } from '#values/text/tile-names.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** Leaves and roots of the reference implementation of Certificate Transparency. */
const knownLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('a tree', () => {
  it('has the roots of the reference implementation at every size', () => {
    expect(emptyRoot.toString('hex')).toBe(knownRoots[0])
    for (const [size, root] of knownRoots.entries()) {
      const leaves = knownLeaves.slice(0, size).map((leaf) => leafHash(hex(leaf)))
      expect(rootOf(appendLeaves(0, [], leaves).edge).toString('hex')).toBe(root)
      expect(new Tree(knownLeaves.slice(0, size).map(hex)).root().toString('hex')).toBe(root)
    }
  })

  it('has the root of the standard, whatever steps it grew by, over several levels of tiles', () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => Buffer.from(`entry ${index}`))
    const leaves = entries.map(leafHash)
    const whole = new Tree(entries)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constantFrom(1, 255, 256, 65_536)), {
          minLength: 1,
          maxLength: 12,
        }),
        (pieces) => {
          const kept = new Map<string, Tile>()
          let edge: Edge = []
          let size = 0
          for (const piece of pieces) {
            const more = leaves.slice(size, size + piece)
            const grown = appendLeaves(size, edge, more)
            for (const tile of grown.tiles) {
              const former = kept.get(`${tile.level}/${tile.index}`)
              if (former !== undefined) {
                expect(tile.hashes.subarray(0, former.hashes.length)).toEqual(former.hashes)
              }
              kept.set(`${tile.level}/${tile.index}`, tile)
            }
            size += more.length
            // As in the next process, which finds only the tiles.
            const at = partialTiles(size).map(({ level, index }) => kept.get(`${level}/${index}`))
            edge = edgeOf(
              size,
              at.filter((tile) => tile !== undefined),
            )
            expect(rootOf(edge)).toEqual(whole.root(0, size))
          }
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('the address of a tile', () => {
  it('has groups of three digits, and its width while it is not full', () => {
    expect(tilePath(0, 0, 256)).toBe('0/000')
    expect(tilePath(1, 5, 12)).toBe('1/005.p/12')
    expect(tilePath('entries', 1_234_067, 256)).toBe('entries/x001/x234/067')
    expect(readTilePath('entries/x001/x234/067.p/8')).toEqual({
      level: 'entries',
      index: 1_234_067,
      width: 8,
    })
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 256 }), (index, width) => {
        expect(readTilePath(tilePath(3, index, width))).toEqual({ level: 3, index, width })
        expect(tilePath(3, index, 256)).toBe(`3/${tileNumber(index)}`)
      }),
    )
  })

  it.each([
    '',
    '0',
    '0/0',
    '0/1000',
    '0/x000/001',
    '00/001',
    '64/000',
    '-1/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000/',
    'entries/x999/999/999',
    '0/x999/x999/x999/x999/x999/x999/999',
  ])('does not exist where it is spelled %j', (path) => {
    expect(readTilePath(path)).toBeNull()
  })
})

describe('a signed note', () => {
  // From the documentation of Go's package for signed notes (golang.org/x/mod/sumdb/note).
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
  const known = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const signer = signerOf('example.org/log', Buffer.alloc(32, 7))
  const root = Buffer.alloc(32, 9)
  const note = signCheckpoint(12, root, signer)

  it('has a key in the form of other tools', () => {
    expect(verifierText(signerOf('PeterNeumann', seed))).toBe(known)
    expect(readVerifierText(known)?.name).toBe('PeterNeumann')
    expect(readVerifierText(known.replace('c74f20a3', 'c74f20a4'))).toBeNull()
  })

  it('is read by an independent verifier', () => {
    expect(readNote(note, verifierText(signer))).toEqual({
      origin: 'example.org/log',
      size: 12,
      root,
    })
    expect(openCheckpoint(note, signer)).toEqual({ origin: 'example.org/log', size: 12, root })
  })

  it('is refused with any letter changed, another key or another name', () => {
    const key = verifierText(signer)
    for (let at = 0; at < note.length; at += 1) {
      const changed = `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`
      const isSame = Buffer.from(changed).equals(Buffer.from(note))
      if (!isSame) {
        expect([at, openCheckpoint(changed, signer)]).toEqual([at, null])
        expect(() => readNote(changed, key)).toThrow()
      }
    }
    expect(openCheckpoint(note, signerOf('example.org/log', Buffer.alloc(32, 8)))).toBeNull()
    expect(openCheckpoint(note, { ...signer, name: 'example.org/log-2' })).toBeNull()
  })

  it('is refused where the key signed it for another log, or its key id differs', () => {
    const [text = '', line = ''] = note.split('\n\n')
    const bytes = Buffer.from(line.trim().split(' ').at(-1) ?? '', 'base64')
    const signed = (origin: string, id = bytes.subarray(0, 4)) => {
      const told = `${text.replace(signer.name, origin)}\n`
      const signature = sign(null, Buffer.from(told), signer.privateKey)
      const code = Buffer.concat([id, signature]).toString('base64')
      return `${told}\n— ${signer.name} ${code}\n`
    }
    expect(openCheckpoint(signed(signer.name), signer)?.size).toBe(12)
    expect(openCheckpoint(signed('example.org/log-2'), signer)).toBeNull()
    expect(openCheckpoint(signed(signer.name, Buffer.alloc(4)), signer)).toBeNull()
  })

  it('may also carry signatures of others', () => {
    const other = '— witness.example AAAAAAAAAAAA\n'
    expect(openCheckpoint(`${note}${other}`, signer)?.size).toBe(12)
  })
})
