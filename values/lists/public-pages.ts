// Lists the public pages besides the landing page. A page's name is its address (`/help`) and that
// of its document (help.html); its title is in web/shell/page-title.ts.

/** Pages that show only a title (docs/product.md#public-pages). */
export const titlePages = ['privacy', 'terms', 'help'] as const

/** All public pages, in the order of the links in the footer. */
export const publicPages = [...titlePages, 'transparency', 'verify', 'log'] as const
export type PublicPage = (typeof publicPages)[number]

export function publicPath(page: PublicPage): string {
  return `/${page}`
}
