// Lists the public pages that the build prerenders as separate documents (prerender.tsx). The landing page's
// bundle must not import this file.
import { Route } from 'wouter'
import { LogPage } from '#features/log/web/log-page.tsx'
import { TransparencyPage } from '#features/transparency/web/transparency-page.tsx'
import { legalPages } from '#values/lists/public-pages.ts'
import { paths } from '../paths.ts'
import { publicTitles, usePageTitle } from '../shell/page-title.ts'
import { PublicFrame } from '../shell/public-frame.tsx'

export const prerenderedRoutes = [
  ...legalPages.map((page) => (
    <Route key={page} path={paths.public(page)}>
      {() => <LegalPage title={publicTitles[page]()} />}
    </Route>
  )),
  <Route key="transparency" path={paths.public('transparency')} component={TransparencyPage} />,
  <Route key="log" path={paths.public('log')} component={LogPage} />,
]

/**
 * Shows a page with a title, and the place of the operator's text, which the server fills in
 * (server/pages/web-documents.ts).
 */
function LegalPage({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <PublicFrame>
      <h1 className="text-[1.75rem]">{title}</h1>
      <div data-legal-text="" />
    </PublicFrame>
  )
}
