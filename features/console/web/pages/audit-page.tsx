// Shows the audit trail, newest first.
import { type AuditEntryOnWire, listAuditEntries } from '#features/staff/staff-calls.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { formatKilograms, formatMoney } from '../parts/console-format.ts'
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
  },
  {
    id: 'action',
    name: 'Action',
    cell: ({ action }) => action,
  },
  {
    id: 'about',
    name: 'About',
    cell: ({ about }) => <Lines lines={about} />,
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
  },
  {
    id: 'moved',
    name: 'Moved',
    cell: ({ amount, currency, kilograms }) => (
      <Lines
        lines={[
          ...(amount === null || currency === null ? [] : [formatMoney(amount, currency)]),
          ...(kilograms === null ? [] : [formatKilograms(kilograms)]),
        ]}
      />
    ),
    isNumber: true,
  },
  {
    id: 'figures',
    name: 'Figures',
    cell: ({ figures }) => (
      <Lines
        lines={figures.map(({ label, before, after }) =>
          before === null ? `${label}: ${after}` : `${label}: ${before} → ${after}`,
        )}
      />
    ),
  },
  { id: 'reason', name: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { id: 'approver', name: 'Approved by', cell: ({ approver }) => approver ?? '–' },
]

/** Maximum number of lines that a cell shows initially. An export names each of its records. */
const linesMax = 4

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <span>–</span>
  const first = lines.length > linesMax ? lines.slice(0, linesMax - 1) : lines
  const more = lines.slice(first.length)
  return (
    <span className="block text-[0.9375rem] md:min-w-28">
      <PlainLines lines={first} />
      {more.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-link">{`${more.length} more`}</summary>
          <PlainLines lines={more} />
        </details>
      )}
    </span>
  )
}

const PlainLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="wrap-anywhere block">
      {line}
    </span>
  ))

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
