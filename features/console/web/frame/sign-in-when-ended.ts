// Leads to the sign-in page when the session ends, unless a form is open.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { onUnauthenticated } from '#web/api/api.ts'
import { signInAddress, signInPath } from './console-paths.ts'
import { endSessionOfForms } from './kept-form.tsx'

/** Leads to the sign-in page after each 401, and forgets all answers. An open form keeps its page. */
export function useSignInWhenEnded(): void {
  const client = useQueryClient()
  const [location, navigate] = useLocation()
  useEffect(
    () =>
      onUnauthenticated(() => {
        if (location === signInPath || location.startsWith('/invitation/')) return
        if (endSessionOfForms()) return
        navigate(signInAddress(`${location}${window.location.search}`), { replace: true })
        client.clear()
      }),
    [client, location, navigate],
  )
}
