// Renders the documents of public pages during the build. The browser's bundle must not import this file.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { type PublicPage, publicPages } from '#values/lists/public-pages.ts'
import { prerenderedRoutes } from './app/drawn-pages.tsx'
import { Pages } from './app/routes.tsx'
import { paths } from './paths.ts'
import { Loading } from './shell/app-boundary.tsx'
import { pageTitle, publicTitles } from './shell/page-title.ts'
import { LateRetry, NeedsScripts } from './shell/without-scripts.tsx'
import { texts } from './texts.ts'

/**
 * Renders a page to HTML, with lazy parts at their final position, because the document has no inline script
 * that could move them.
 */
async function htmlOf(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <Pages prerendered={prerenderedRoutes} />
      </Router>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}

async function publicDocument(page: PublicPage) {
  return {
    name: page,
    title: pageTitle(publicTitles[page]()),
    content: await htmlOf(paths.public(page)),
    /** True if the page needs JavaScript. */
    needsCode: page === 'verify',
  }
}

export async function render() {
  return {
    landing: await htmlOf(paths.landing),
    publicPages: await Promise.all(publicPages.map(publicDocument)),
    shell: renderToString(
      <Loading>
        <NeedsScripts />
        <LateRetry />
      </Loading>,
    ),
    title: pageTitle(texts.landing_title()),
    shellTitle: pageTitle(),
    description: texts.landing_description(),
  }
}
