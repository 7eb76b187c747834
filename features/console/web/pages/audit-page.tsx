// Shows the audit trail, newest first.
import { type AuditEntryOnWire, listAuditEntries } from '#features/staff/staff-calls.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { formatKilograms, formatMoney } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const source = sourceOf(listAuditEntries)
const filters: readonly Filter[] = [
  { name: 'by', label: 'Member of staff', kind: 'text' },
  { name: 'action', label: 'Action', kind: 'text', placeholder: 'purchases refund' },
  { name: 'about', label: 'About', kind: 'text', placeholder: 'CP-… or another id' },
  { name: 'since', label: 'From', kind: 'day' },
]
const columns: readonly Column<AuditEntryOnWire>[] = [
  {
    id: 'at',
    name: 'Time',
    cell: ({ at }) => <Moment at={at} />,
    sortBy: ({ at }) => at,
  },
  {
    id: 'by',
    name: 'By',
    cell: ({ by, roles }) => (
      <span>
        <span className="block">{by}</span>
        {roles.length === 0 ? null : (
          <span className="block text-soft text-sm">{roles.join(', ')}</span>
        )}
      </span>
    ),
    sortBy: ({ by }) => by.toLowerCase(),
  },
  {
    id: 'action',
    name: 'Action',
    cell: ({ action }) => action,
    sortBy: ({ action }) => action,
  },
  {
    id: 'about',
    name: 'About',
    cell: ({ about }) => (about.length === 0 ? '–' : <Code>{about.join(' ')}</Code>),
  },
  {
    id: 'outcome',
    name: 'Outcome',
    cell: ({ outcome, detail }) => (
      <span>
        {outcome === null ? <span>–</span> : <StateBadge state={outcome} />}
        {detail === null ? null : <span className="block text-soft text-sm">{detail}</span>}
      </span>
    ),
    sortBy: ({ outcome }) => outcome ?? '',
  },
  {
    id: 'moved',
    name: 'Moved',
    cell: ({ amount, currency, kilograms }) =>
      [
        amount === null || currency === null ? '' : formatMoney(amount, currency),
        kilograms === null ? '' : formatKilograms(kilograms),
      ]
        .filter(Boolean)
        .join(', ') || '–',
    isNumber: true,
  },
  { id: 'figures', name: 'Figures', cell: ({ figures }) => <Figures figures={figures} /> },
  { id: 'reason', name: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { id: 'approver', name: 'Approved by', cell: ({ approver }) => approver ?? '–' },
]

function Figures({ figures }: { figures: AuditEntryOnWire['figures'] }) {
  if (figures.length === 0) return <span>–</span>
  return (
    <span className="text-sm">
      {figures.map(({ label, before, after }) => (
        <span key={`${label} ${after}`} className="block">
          {before === null ? `${label}: ${after}` : `${label}: ${before} → ${after}`}
        </span>
      ))}
    </span>
  )
}

export function AuditPage() {
  return (
    <>
      <PageHeader title="Audit" />
      <ListView
        name="Audit trail"
        part="audit"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty="Nothing was done yet."
      />
    </>
  )
}
