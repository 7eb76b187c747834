// Collects the licences of the libraries and fonts that browsers receive. MIT and the Open Font License
// require that each copy contains them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the packages whose fonts the style sheet names. */
export function fontPackages(styleSheet: string): readonly string[] {
  const matches = styleSheet.matchAll(/url\("(@[^/"]+\/[^/"]+)\//g)
  return [...new Set([...matches].map(([, name = '']) => name))].sort()
}

/**
 * Returns the content of `licenses.txt`: the licences of libraries as Vite lists them, then those of
 * fonts.
 */
export async function licensesText(libraries: string, styleSheet: string): Promise<string> {
  const fonts = await Promise.all(fontPackages(styleSheet).map(fontLicense))
  return [libraries.trim(), '# Fonts', ...fonts].join('\n\n').concat('\n')
}

async function fontLicense(name: string): Promise<string> {
  const folder = join('node_modules', name)
  const { version }: { version: string } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} has no licence to ship.`)
  const text = await readFile(join(folder, file), 'utf8')
  return `## ${name} - ${version}\n\n${text.trim()}`
}
