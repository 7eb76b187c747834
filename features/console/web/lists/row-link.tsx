// Shows the link of a row, which opens the record.
import { Link } from 'wouter'

type RowLinkProps = { path: string; children: string; code?: boolean }

export function RowLink({ path, children, code = false }: RowLinkProps) {
  return (
    <Link
      href={path}
      className={`wrap-anywhere font-semibold text-link underline-offset-4 hover:underline ${code ? 'font-code text-[0.875rem]' : ''}`}
    >
      {children}
    </Link>
  )
}
