// Draws, while building, what each document shows before any script has run. It must not be
// part of the browser's bundle.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { type PublicPage, publicPages } from '#values/lists/public-pages.ts'
import { drawnPages } from './app/drawn-pages.tsx'
import { Pages } from './app/routes.tsx'
import { paths } from './paths.ts'
import { publicTitles } from './public-titles.ts'
import { Loading } from './shell/loading.tsx'
import { pageTitle } from './shell/use-page-title.ts'
import { texts } from './texts.ts'
import { buttonClass } from './ui/button.tsx'

/**
 * Its script may never come: then no code can offer a way on. To the same address, whichever it
 * is.
 */
function LateRetry() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty address is the one that was asked for
    <a href="" className={`late-retry ${buttonClass('outline')}`}>
      {texts.common_retry()}
    </a>
  )
}

/** With the parts whose code comes later, each in its place: a script of the document's could not move them. */
async function drawn(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <Pages drawn={drawnPages} />
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
    content: await drawn(paths.public(page)),
    /** The others are read without any. */
    needsCode: page === 'verify',
  }
}

export async function render() {
  return {
    landing: await drawn(paths.landing),
    publicPages: await Promise.all(publicPages.map(publicDocument)),
    shell: renderToString(
      <Loading>
        <LateRetry />
      </Loading>,
    ),
    title: pageTitle(texts.landing_title()),
    shellTitle: pageTitle(),
    description: texts.landing_description(),
  }
}
