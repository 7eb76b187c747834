// Shows the members of staff, and the action that invites one.
import { listStaff, type Member } from '#features/staff/staff-calls.ts'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfMember } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { Moment } from '../parts/moment.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const source = sourceOf(listStaff)
const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    name: 'Name',
    cell: ({ id, name }) => <RowLink path={pathOfMember(id)}>{name}</RowLink>,
  },
  { id: 'email', name: 'Email', cell: ({ email }) => email },
  {
    id: 'roles',
    name: 'Roles',
    cell: ({ roles }) => roles.join(', '),
  },
  {
    id: 'state',
    name: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'last_seen_at',
    name: 'Last seen',
    cell: ({ last_seen_at }) => <Moment at={last_seen_at} />,
  },
]

export function StaffPage() {
  return (
    <>
      <PageHeader title="Staff" actions={<PartActions words={['staff']} />} />
      <ListView
        name="Members of staff"
        part="staff"
        source={source}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No person was invited yet."
      />
    </>
  )
}
