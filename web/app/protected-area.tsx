// Shows the layout of every page of /app: header with logo and logout, navigation and toasts. It provides the
// query cache, which it clears when the session ends.

import { QueryClientProvider } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  type RememberedCard,
  type Session,
  signOut,
  useSession,
} from '#features/people/web/session/session.ts'
import { ConfirmPerson } from '#features/sign-in/web/confirm-person-dialog.tsx'
import { newAppCache } from '#web/api/document-answers.ts'
import { paths } from '#web/paths.ts'
import { prepareForOffline } from '#web/storage/offline-shell.ts'
import { texts } from '#web/texts.ts'
import { ToastProvider } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Logo } from '../shell/logo.tsx'
import { MainNavigation } from '../shell/main-navigation.tsx'
import { OfflinePassport } from './offline-passport.tsx'
import '#web/styles/app.css'
import './protected-area.css'

type ProtectedAreaProps = {
  /** Renders a placeholder with the stored card while the session is unknown. */
  whileChecking: (card: RememberedCard) => Elements
  children: Elements
}

/**
 * Returns the session. The step from the check to the signed-in user is a transition, so that the page is
 * rendered in short tasks.
 */
function useShownSession(): Session {
  const session = useSession()
  const previous = useDeferredValue(session)
  const isFirst = session.status === 'signed-in' && previous.status === 'unknown'
  return isFirst ? previous : session
}

export function ProtectedArea({ whileChecking, children }: ProtectedAreaProps) {
  const session = useShownSession()
  const [client] = useState(() =>
    newAppCache(session.status === 'signed-in' ? session.profile.id : undefined),
  )
  useEffect(() => () => client.clear(), [client])
  const isKnown = session.status !== 'unknown'
  useEffect(() => {
    // This waits until the session is known, so that the page's own code loads first.
    if (isKnown) void prepareForOffline(client)
  }, [client, isKnown])
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <a
          href="#content"
          className="absolute top-2 left-2 z-70 -translate-y-[200%] rounded-field bg-ink px-4 py-2.5 text-paper focus:translate-none"
        >
          {texts.common_skip()}
        </a>
        <Header />
        <ConfirmPerson />
        <Content>
          {session.status === 'offline' ? <OfflinePassport card={session.card} /> : null}
          {session.status === 'unknown' && session.card ? whileChecking(session.card) : null}
          {session.status === 'signed-in' || session.status === 'signed-out' ? children : null}
        </Content>
      </ToastProvider>
    </QueryClientProvider>
  )
}

function Header() {
  const [isLeaving, setIsLeaving] = useState(false)
  const { status } = useSession()
  // A drawn page shows the user, but its session has not been checked yet.
  const isChecking = status === 'unknown' || import.meta.env.SSR
  async function leave() {
    setIsLeaving(true)
    await signOut()
  }
  return (
    <header className="shell-header border-line pt-[env(safe-area-inset-top)] md:border-b">
      {/* The icon is aligned with the content's edge; only its press area extends beyond the edge. */}
      <div className="wrap flex min-h-18 items-center justify-between gap-[min(1.5rem,4vw)] xl:max-w-330 [&>button]:-me-2.5">
        <Link href={paths.home} className="inline-flex min-h-11 min-w-0 items-center rounded-lg">
          <Logo />
        </Link>
        <MainNavigation />
        <IconButton
          label={texts.common_logout()}
          onClick={leave}
          disabled={isLeaving || isChecking}
        >
          <Icon name="log-out" className="size-6" />
        </IconButton>
        {isLeaving ? <Waiting /> : null}
      </div>
    </header>
  )
}

/**
 * Returns true if the document was loaded with this page. Screen readers then announce the page themselves.
 */
function isFirstOfDocument(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load === undefined || new URL(load.name).pathname === window.location.pathname
}

/**
 * Shows the page. After a navigation it scrolls to the top, except on Back, when the browser restores the
 * scroll position. It moves the focus to the heading, except on the first page of a document.
 */
function Content({ children }: { children: Elements }) {
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const [firstPath] = useState(() => (isFirstOfDocument() ? location : ''))
  const shownPath = useRef(firstPath)
  const wentBack = useRef(false)
  useEffect(() => {
    // If Back only closed a dialog, the path has not changed.
    const recordBack = () => {
      wentBack.current = window.location.pathname !== shownPath.current
    }
    // In the capture phase, this listener runs before the router renders the page.
    window.addEventListener('popstate', recordBack, true)
    return () => window.removeEventListener('popstate', recordBack, true)
  }, [])
  useEffect(() => {
    const isForward = !wentBack.current
    wentBack.current = false
    if (shownPath.current === location) return
    shownPath.current = location
    if (isForward) window.scrollTo(0, 0)
    const heading = main.current?.querySelector<HTMLElement>('h1:not([data-passing])')
    // While a page loads, the document still contains the hidden heading of the previous page. <main> then
    // gets the focus, and the new heading takes it over (page-heading.tsx).
    const target = heading && heading.getClientRects().length > 0 ? heading : main.current
    target?.focus({ preventScroll: true })
  }, [location])
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      // The padding prevents the navigation bar from covering the content.
      className="shell-content wrap pt-2 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none md:pt-8 md:pb-20 xl:max-w-330"
    >
      {children}
    </main>
  )
}
