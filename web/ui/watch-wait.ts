// Watches an action that runs, by an element that is on the screen as long as it does. The notice of a long wait loads
// on demand, because the landing page's bundle has no room for it. Without that code the wait has no notice.

/** Ref callback of an element that shows that an action runs (long-wait.ts). */
export function watchWait(mark: Element | null): () => void {
  const ending = import('./long-wait.ts').then(
    ({ beginWait }) => beginWait(mark),
    () => undefined,
  )
  return () => void ending.then((end) => end?.())
}
