// Writes the Open Graph tags of a page, by which other apps show a sent link.
import { escapeHtml } from './html-page.ts'

type SharedPage = {
  readonly product: string
  readonly title: string
  readonly description: string
  readonly url: string
  /** Address of a PNG picture. */
  readonly picture: string
}

/** Size in px of a shared link's picture, as Open Graph recommends. */
export const shareImageSize = { width: 1_200, height: 630 } as const

export function shareTags({ product, title, description, url, picture }: SharedPage): string {
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', product],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', picture],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(shareImageSize.width)],
    ['og:image:height', String(shareImageSize.height)],
    ['og:image:alt', title],
    ['twitter:card', 'summary_large_image'],
  ] as const
  return tags
    .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
    .join('\n')
}
