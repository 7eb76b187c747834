// Shows the error of a whole form below its fields. The element is in the document before its text, so
// that screen readers announce the text.

import type { Content } from '../elements.tsx'
export function FormProblem({ children }: { children: Content }) {
  return (
    <p role="alert" className="font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
