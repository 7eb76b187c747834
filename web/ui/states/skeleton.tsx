// Shows grey shapes with the size of content that is loading, so that the layout does not shift.

import type { Elements } from '../elements.tsx'
/**
 * Shows one shape. `className` sets its size and radius. Screen readers skip it and read the group's label.
 */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}

/** Wraps the shapes of one part of the page. Screen readers announce `label` once. */
export function SkeletonGroup({ label, children }: { label: string; children: Elements }) {
  return (
    <div role="status" aria-label={label}>
      {children}
    </div>
  )
}
