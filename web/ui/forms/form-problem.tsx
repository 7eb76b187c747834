// What is wrong with a form as a whole, beneath its fields. It is there before it says anything, so that
// readers hear it.

import type { Content } from '../elements.tsx'
export function FormProblem({ children }: { children: Content }) {
  return (
    <p role="alert" className="font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
