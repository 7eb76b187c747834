// Shows the header of the pages of the books, and the links between them.
import type { Elements } from '#web/ui/elements.tsx'
import { PartActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { SubNavigation } from '../frame/sub-navigation.tsx'

const pages = [
  { path: '/books', name: 'Balances' },
  { path: '/books/journal', name: 'Journal' },
  { path: '/books/payouts', name: 'Payouts' },
  { path: '/books/differences', name: 'Differences' },
  { path: '/books/months', name: 'Months' },
]

export function BooksFrame({ title, children }: { title: string; children: Elements }) {
  return (
    <>
      <PageHeader title={title} actions={<PartActions words={['accounts', 'rates']} />} />
      <SubNavigation name="Books" pages={pages} />
      {children}
    </>
  )
}
