// Lists the public pages besides the landing page. A page's name is its address (`/help`) and that
// of its document (help.html); its title is in web/shell/page-title.ts.

/** Pages that show the operator's texts, or only a title (docs/product.md#legal-texts). */
export const legalPages = ['privacy', 'terms', 'help', 'imprint'] as const
export type LegalPage = (typeof legalPages)[number]

/** Pages that exist without legal texts, too. They show only a title then. */
export const titlePages = ['privacy', 'terms', 'help'] as const satisfies readonly LegalPage[]

/** All public pages, in the order of the links in the footer. */
export const publicPages = [...legalPages, 'transparency', 'verify', 'log'] as const
export type PublicPage = (typeof publicPages)[number]

export function publicPath(page: PublicPage): string {
  return `/${page}`
}
