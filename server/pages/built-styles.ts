// The product's sheet and faces for pages that the server writes itself, as links to what was built.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtRoot } from './web-routes.ts'

/** HTML for a head; empty on a clone where nothing was built. */
export async function builtStyles(webRoot = builtRoot): Promise<string> {
  const landing = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => '')
  const links = landing.match(/<link\b[^>]*>/g) ?? []
  return links.filter((link) => /rel="stylesheet"|as="font"/.test(link)).join('\n')
}
