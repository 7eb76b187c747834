// Measures the largest paint of the landing page on a phone. The rival is the same document without its
// scripts from an equal server, so the difference is the cost of our scripts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Claim, compare, type Finding, type Measure } from '#benchmarks/compare.ts'
import { openCopy } from '#benchmarks/page-copy.ts'
import { openBrowser, paintRoundsMin, visitOnNewPhone } from '#benchmarks/slow-phone.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const webRoot = join(import.meta.dirname, '..', 'dist', 'web')

export async function measureLanding(_seconds: number, rounds: number): Promise<Finding[]> {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_CATALOGUE: '0' })
  await product.start()
  const whole = await openCopy(product.url)
  const bare = await openCopy(product.url, withoutScripts)
  const browser = await openBrowser()
  try {
    const findings: Finding[] = []
    for (const isSlow of [false, true]) {
      let shift = 0
      const measure = async (url: string, isScripted: boolean): Promise<Measure> => {
        const paint = await visitOnNewPhone(browser, url, { isSlow })
        if (paint.scripts > 0 !== isScripted) throw new Error(`${url}: ${paint.scripts} scripts`)
        if (isScripted) shift = Math.max(shift, paint.shift)
        return { ms: paint.largestMs }
      }
      const claim: Claim = {
        row: '11',
        measure: `largest paint of the landing page, ${isSlow ? 'processor 4 times slower, slow 4G' : 'no throttling'}`,
        rival: 'the same document without its scripts',
        goal: 1.15,
        isMaximum: true,
        measureOurs: () => measure(whole.url, true),
        measureRival: () => measure(bare.url, false),
      }
      // The first visit fills each server's copy of the answers.
      await claim.measureOurs()
      await claim.measureRival()
      const finding = await compare(claim, Math.max(rounds, paintRoundsMin))
      findings.push({ ...finding, also: { 'layout shift': shift, ...(await compressedSizes()) } })
    }
    return findings
  } finally {
    await browser.close()
    await whole.close()
    await bare.close()
    await product.remove()
  }
}

function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script[^>]*><\/script>/g, '')
    .replaceAll(/<link[^>]* rel="modulepreload"[^>]*>/g, '')
}

/** Returns the sizes of the scripts and styles that the document names, after Brotli, in 1,000 bytes. */
async function compressedSizes(): Promise<Record<string, number>> {
  const html = await readFile(join(webRoot, 'index.html'), 'utf8')
  const sizeOf = async (extension: string) => {
    const matches = html.matchAll(new RegExp(`"(/assets/[^"]+\\.${extension})"`, 'g'))
    const files = await Promise.all(
      [...matches].map(([, path = '']) => readFile(join(webRoot, path))),
    )
    const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
    return Math.round(bytes / 10) / 100
  }
  return { 'JavaScript kB': await sizeOf('js'), 'CSS kB': await sizeOf('css') }
}
