// Shows the layout of every page: navigation, search, the member of staff, and the page.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { signOutOfConsole } from '#features/staff/staff-calls.ts'
import { mayRead } from '#values/staff/roles.ts'
import { sendCall } from '#web/api/ask.ts'
import { LogoMark } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { Icon, LineIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isWithin, pageParts, signInPath } from './console-paths.ts'
import { SearchField } from './search-field.tsx'
import { useMe } from './signed-in-staff.tsx'

export function ConsoleFrame({ children }: { children: Elements }) {
  const [location] = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const menuId = useId()
  const content = useFocusOnNavigation(location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes the menu
  useEffect(() => setMenuOpen(false), [location])
  useEffect(() => {
    if (!isMenuOpen) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setMenuOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isMenuOpen])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-field bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="border-line bg-page max-lg:sticky max-lg:top-0 max-lg:z-20 max-lg:border-b lg:border-r">
        <div className="lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto">
          <div className="flex items-center justify-between gap-2 px-4 py-2 lg:px-5 lg:py-4">
            <Link href="/" className="flex min-h-11 min-w-0 items-center gap-2.5">
              <LogoMark className="size-6.5 shrink-0 text-link" />
              <span className="title whitespace-nowrap text-[min(1.125rem,5vw)]">Console</span>
            </Link>
            <span className="lg:hidden">
              <IconButton
                label={isMenuOpen ? 'Close menu' : 'Menu'}
                aria-expanded={isMenuOpen}
                aria-controls={menuId}
                onClick={() => setMenuOpen(!isMenuOpen)}
              >
                {isMenuOpen ? (
                  <Icon name="close" className="size-5" />
                ) : (
                  <LineIcon path="M4 7h16M4 12h16M4 17h16" className="size-6" />
                )}
              </IconButton>
            </span>
          </div>
          <div
            id={menuId}
            className={`px-3 pb-4 max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto ${isMenuOpen ? '' : 'max-lg:hidden'}`}
          >
            <Navigation />
            <Account />
          </div>
        </div>
      </header>
      <div className="min-w-0">
        <search
          aria-label="Everything"
          className="block border-line border-b bg-paper px-4 py-2.5 lg:px-8"
        >
          <SearchField />
        </search>
        <ApprovalsOff />
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="w-full max-w-400 px-4 pt-5 pb-16 outline-none lg:px-8 lg:pt-7"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

/** Focuses the content and scrolls to the top after a navigation, but not when the document opens. */
function useFocusOnNavigation(location: string) {
  const content = useRef<HTMLElement>(null)
  const previous = useRef(location)
  useEffect(() => {
    if (previous.current === location) return
    previous.current = location
    content.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [location])
  return content
}

const linkClass =
  'flex min-h-10 items-center rounded-lg px-3 text-soft hover:bg-surface hover:text-ink ' +
  'aria-[current]:bg-surface dark:aria-[current]:bg-line aria-[current]:font-semibold aria-[current]:text-ink'

function Navigation() {
  const [location] = useLocation()
  const { roles } = useMe()
  const current = (path: string) => {
    if (path === location) return 'page'
    return isWithin(location, path) ? 'true' : undefined
  }
  return (
    <nav aria-label="Pages">
      <ul className="grid gap-0.5">
        {pageParts
          .filter(({ part }) => mayRead(roles, part))
          .map(({ path, name }) => (
            <li key={path}>
              <Link href={path} aria-current={current(path)} className={linkClass}>
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Account() {
  const { name, roles } = useMe()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { busy, run } = useAction<string>()
  const signOut = () =>
    run(
      'sending',
      async () => {
        await sendCall(signOutOfConsole, {})
        navigate(signInPath)
        client.clear()
        return undefined
      },
      () => {
        showToast('You are still signed in. Please try again.', { important: true })
        return ''
      },
    )
  return (
    <div className="mt-4 grid gap-1 border-line border-t px-3 pt-4">
      <p className="wrap-anywhere font-semibold">{name}</p>
      <p className="wrap-anywhere text-soft text-sm">{roles.join(', ')}</p>
      <p className="-ml-3.5">
        <Button
          variant="quiet"
          size="small"
          busy={busy !== undefined}
          onClick={() => void signOut()}
        >
          Sign out
        </Button>
      </p>
    </div>
  )
}

function ApprovalsOff() {
  if (useMe().has_approvals) return null
  return (
    <aside aria-label="Approvals" className="border-line border-b bg-gold/12 px-4 py-2 lg:px-8">
      <p className="font-medium text-gold text-sm">
        Approvals are off: no second person checks refunds, credits and deletions.
      </p>
    </aside>
  )
}
