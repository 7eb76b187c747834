// Reads a PDF's text, structure tree and language with an independent library.
import { installTool, testLibraries } from '#scripts/install.mjs'

export type ReadPdf = {
  readonly pages: number
  readonly title: string
  readonly language: string | null
  readonly isTagged: boolean
  /** Text of all pages, with blanks in place of line breaks. */
  readonly text: string
  /** Text of each page. */
  readonly pageTexts: readonly string[]
  /** Roles of the structure tree in reading order, such as `H1` and `P`. */
  readonly roles: readonly string[]
  /** Alternative texts of pictures. */
  readonly alternatives: readonly string[]
  readonly links: readonly string[]
}

type Node = { readonly role?: string; readonly alt?: string; readonly children?: readonly Node[] }

const nodesOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)]

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  await installTool(testLibraries)
  const { getDocumentProxy } = await import('#tools/test-libraries/pdf.ts')
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const [markInfo, { info }] = await Promise.all([pdf.getMarkInfo(), pdf.getMetadata()])
  const metadata = new Map(Object.entries(Object(info)))
  const texts: string[] = []
  const nodes: Node[] = []
  const links: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''),
    )
    nodes.push(...nodesOf(Object(await page.getStructTree())))
    for (const { url } of await page.getAnnotations()) links.push(String(url))
  }
  return {
    pages: pdf.numPages,
    title: String(metadata.get('Title') ?? ''),
    language: metadata.has('Language') ? String(metadata.get('Language')) : null,
    isTagged: markInfo !== null && Object(markInfo).Marked === true,
    text: texts.join(' ').replace(/\s+/g, ' '),
    pageTexts: texts.map((text) => text.replace(/\s+/g, ' ')),
    roles: nodes.flatMap(({ role }) => role ?? []),
    alternatives: nodes.flatMap(({ alt }) => alt ?? []),
    links,
  }
}
