// Grey shapes where content will stand, in its real size, so that nothing moves when it arrives.

import type { Elements } from '../elements.tsx'
/** One shape; `className` gives its size and radius. Hidden from readers: the group speaks. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}

/** Around the shapes of one part of the page; says once what is loading. */
export function SkeletonGroup({ label, children }: { label: string; children: Elements }) {
  return (
    <div role="status" aria-label={label}>
      {children}
    </div>
  )
}
