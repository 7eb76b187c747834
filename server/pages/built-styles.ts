// Links the built style sheet and fonts in pages that the server writes itself.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtRoot } from './web-routes.ts'

/** Returns HTML for a page's head; empty without a build. */
export async function builtStyles(webRoot = builtRoot): Promise<string> {
  const landing = await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => '')
  const links = landing.match(/<link\b[^>]*>/g) ?? []
  return links.filter((link) => /rel="stylesheet"|as="font"/.test(link)).join('\n')
}
