// Runs work after the next paint of the page.

/** Calls `next` after the next paint. Returns a function that cancels the call. */
export function afterPaint(next: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(next)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
