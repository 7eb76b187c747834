// Shows the error of a whole form beneath its fields. The element exists before its text, so that
// screen readers announce it.

import type { Content } from '../elements.tsx'
export function FormProblem({ children }: { children: Content }) {
  return (
    <p role="alert" className="font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
