// Signs wallet passes with Apple's certificates if they are set. Otherwise it uses a development
// authority, which the first pass creates.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDevelopmentCertificates } from '#providers/wallet-pass/development-certificates.ts'
import { openManifestSignature } from '#providers/wallet-pass/manifest-signature.ts'
import {
  openPassArchive,
  type PackPass,
  type PassFile,
} from '#providers/wallet-pass/pass-archive.ts'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'

/** The pass's identity at Apple; the feature adds the rest of pass.json. */
export type PassIdentity = Pick<PassCertificates, 'passTypeId' | 'teamId' | 'isDevelopment'>

export type PassSigner = {
  /** Returns the bytes of a .pkpass file. `passOf` returns the content of its pass.json. */
  sign(passOf: (identity: PassIdentity) => object): Promise<Buffer>
  identity(): Promise<PassIdentity>
}

type SignerOptions = {
  /** Apple's certificates; undefined for a development authority. */
  readonly certificates: PassCertificates | undefined
  readonly dataDir: string
  /** Text files that every pass contains in addition to the images. */
  readonly words: readonly PassFile[]
}

const imageFolder = join(import.meta.dirname, 'images')

export function openPassSigner({ certificates, dataDir, words }: SignerOptions): PassSigner {
  let opening: Promise<{ readonly pack: PackPass; readonly identity: PassIdentity }> | undefined
  async function open() {
    const effectiveCertificates = certificates ?? (await openDevelopmentCertificates(dataDir))
    const files = [...(await readImages()), ...words]
    const pack = openPassArchive(files, openManifestSignature(effectiveCertificates))
    return { pack, identity: effectiveCertificates }
  }
  function openOnce() {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    async sign(passOf) {
      const { pack, identity } = await openOnce()
      return pack(passOf(identity), new Date())
    },
    identity: async () => (await openOnce()).identity,
  }
}

async function readImages(): Promise<PassFile[]> {
  const names = (await readdir(imageFolder)).filter((name) => name.endsWith('.png')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(imageFolder, name)) })),
  )
}
