// Shows the Privacy, Terms and Help pages, which have only a title.
import { PublicFrame } from './public-frame.tsx'
import { usePageTitle } from './use-page-title.ts'

export function PlaceholderPage({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <PublicFrame>
      <h1 className="text-[1.75rem]">{title}</h1>
    </PublicFrame>
  )
}
