// Serves the built files other than documents, which the build has compressed, and the offline verifier as a download. Files with a hash in their
// names are cached for a year, others are revalidated. Each file is read once and kept in memory (10 MB
// in all), which all readers share.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Coding, etagOf, type KeptBytes, sendKept } from '#platform/http/pages/kept-bytes.ts'
import { offlineVerifierName, offlineVerifierPath } from '#values/lists/offline-verifier-file.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Suffixes of the compressed files that the build writes next to a file (scripts/compress-files.ts). */
const codingSuffixes = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>
const isCompressedForm = (name: string) => /\.(br|gz)$/.test(name)

export async function staticFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  const entries = await readdir(webRoot, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const built = new Set(paths)
  for (const path of built) {
    const isDownload = path.slice(webRoot.length) === offlineVerifierPath
    if (isCompressedForm(path) || (extname(path) === '.html' && !isDownload)) continue
    const type = types[extname(path)]
    if (type === undefined) throw new Error(`${path}: no media type is known for such a file.`)
    const isHashed = path.includes('/assets/')
    const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'public, no-cache'
    const codings = (['br', 'gzip'] as const).filter((coding) =>
      built.has(path + codingSuffixes[coding]),
    )
    let bytes: Promise<KeptBytes> | undefined
    app.get(path.slice(webRoot.length), page, async (request, reply) => {
      bytes ??= keepFile(path, codings)
      // Reads a file again for the next caller after a failed read, for example without a free
      // descriptor.
      const file = await bytes.catch((error: Error) => {
        bytes = undefined
        throw error
      })
      if (isDownload)
        void reply.header('content-disposition', `attachment; filename="${offlineVerifierName}"`)
      return sendKept(request, reply, file, { type, cacheControl })
    })
  }
}

const page = { config: { access: 'public' as const }, schema: { hide: true } }

async function keepFile(path: string, codings: readonly Coding[]): Promise<KeptBytes> {
  const [bytes, ...compressed] = await Promise.all([
    readFile(path),
    ...codings.map((coding) => readFile(path + codingSuffixes[coding])),
  ])
  return {
    bytes,
    etag: etagOf(bytes),
    codings,
    encoded: async (coding) => compressed[codings.indexOf(coding)] ?? bytes,
  }
}
