// Packs a pass as the file for a phone: a zip of pass.json, the constant files (images, texts), a manifest
// of hashes and its signature. Constant files are hashed and compressed once.
import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'
import type { SignManifest } from '#providers/wallet-pass/manifest-signature.ts'

export type PassFile = { readonly name: string; readonly bytes: Uint8Array }

type Entry = PassFile & {
  readonly crc: number
  readonly compressed: Uint8Array<ArrayBuffer>
}

/** The zip format's number for deflate. */
const deflated = 8

export type PackPass = (pass: unknown, at: Date) => Promise<Buffer>

export function openPassArchive(constant: readonly PassFile[], sign: SignManifest): PackPass {
  const entries = constant.map(entryOf)
  const hashes = Object.fromEntries(constant.map(({ name, bytes }) => [name, sha1(bytes)]))
  return async (pass, at) => {
    const body = Buffer.from(JSON.stringify(pass))
    const manifest = Buffer.from(JSON.stringify({ 'pass.json': sha1(body), ...hashes }))
    const signature = await sign(manifest, at)
    return zip([
      entryOf({ name: 'pass.json', bytes: body }),
      entryOf({ name: 'manifest.json', bytes: manifest }),
      entryOf({ name: 'signature', bytes: signature }),
      ...entries,
    ])
  }
}

/** Returns the SHA-1 hash that Apple's manifest requires. The signature of the manifest uses SHA-256. */
function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

function entryOf({ name, bytes }: PassFile): Entry {
  return { name, bytes, crc: crc32(bytes), compressed: new Uint8Array(deflateRawSync(bytes)) }
}

function zip(entries: readonly Entry[]): Buffer {
  const chunks: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const { name, bytes, crc, compressed } of entries) {
    const file: ZipInputFile = {
      ...{ filename: name, size: bytes.length, crc, compression: deflated },
    }
    archive.add(file)
    file.ondata?.(null, compressed, true)
  }
  archive.end()
  return Buffer.concat(chunks)
}
