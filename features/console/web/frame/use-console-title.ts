// Sets the title of the browser's tab.
import { useEffect } from 'react'

export function useConsoleTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Console`
  }, [title])
}
