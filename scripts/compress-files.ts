// Compresses the files of the web app during the build, so that no request pays for it. It must
// leave out the documents, which the server fills (server/pages/web-routes.ts).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Fonts and icons have compressed formats already. */
const compressibleFiles = /\.(js|css|svg|webmanifest|txt)$|\/offline\.html$/

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes `<file>.br` and `<file>.gz` next to each file of a folder whose compressed form is smaller. */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    compressibleFiles.test(file),
  )
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const bytes = await readFile(path)
      for (const [suffix, compress] of Object.entries(compressors)) {
        const compressed = await compress(bytes)
        if (compressed.length < bytes.length) await writeFile(`${path}.${suffix}`, compressed)
      }
    }),
  )
}
