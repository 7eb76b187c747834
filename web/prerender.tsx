// Draws, while building, what each document shows before any script has run. It must not be
// part of the browser's bundle.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { paths } from './paths.ts'
import { Pages } from './routes.tsx'
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
        <Pages />
      </Router>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}

export async function render() {
  return {
    landing: await drawn(paths.landing),
    /** Documents that need no code, by their names. */
    plain: {
      privacy: { title: pageTitle(texts.common_privacy()), content: await drawn(paths.privacy) },
      terms: { title: pageTitle(texts.common_terms()), content: await drawn(paths.terms) },
      help: { title: pageTitle(texts.common_help()), content: await drawn(paths.help) },
      transparency: {
        title: pageTitle(texts.transparency_title()),
        content: await drawn(paths.transparency),
      },
    },
    verify: { title: pageTitle(texts.verify_title()), content: await drawn(paths.verify) },
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
