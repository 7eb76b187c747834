// Shows one member of staff, and the actions that change roles, end the membership or reset the passkey.
import { Link } from 'wouter'
import { getMember, type Member } from '#features/staff/staff-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { Moment, momentFact } from '../parts/moment.tsx'
import { FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const up = { path: '/staff', name: 'Staff' }

export function MemberPage({ id }: { id: string }) {
  const query = useAnswer(getMember, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title="Member of staff" up={up} /> : null}
      <Shown query={query} part="staff">
        {(member) => <MemberView member={member} />}
      </Shown>
    </>
  )
}

function MemberView({ member }: { member: Member }) {
  const { id, name, email, roles, shell_user, state, created_at, last_seen_at } = member
  return (
    <>
      <PageHeader title={name} up={up} actions={<SubjectActions of="staff" id={id} />}>
        <p className="mt-1">
          <StateBadge state={state} />
        </p>
      </PageHeader>
      <Panel title="About">
        <FactList
          facts={[
            ['Email', email],
            ['Roles', roles.join(', ')],
            ['Shell user', shell_user],
            ['Invited', <Moment key="created" at={created_at} />],
            ['Last seen', momentFact(last_seen_at) ?? 'Never'],
            [
              'Actions',
              <Link
                key="audit"
                href={`/audit?${new URLSearchParams({ by: name })}`}
                className="text-link underline underline-offset-4"
              >
                In the audit trail
              </Link>,
            ],
          ]}
        />
      </Panel>
    </>
  )
}
