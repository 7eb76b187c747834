// Shows one batch: its stock, its offer, the history of its price, and the actions.
import { getBatch, type WholeBatch } from '#features/console/catalogue/console-catalogue-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { pathOfProject } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { formatKilograms, formatPrice, formatTonnes, wordsOf } from '../parts/console-format.ts'
import { Identifier } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { RecordTable } from './record-table.tsx'

const up = { path: '/catalogue/batches', name: 'Batches' }

export function BatchPage({ id }: { id: string }) {
  const query = useAnswer(getBatch, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title="Batch" up={up} /> : null}
      <Shown query={query} part="catalogue">
        {(batch) => <BatchView batch={batch} />}
      </Shown>
    </>
  )
}

function BatchView({ batch }: { batch: WholeBatch }) {
  const { serial_number, project_id, project, vintage, offer, offer_reason } = batch
  return (
    <>
      <PageHeader
        title={serial_number}
        up={up}
        actions={
          <SubjectActions
            of="batch"
            id={serial_number}
            without={[offer === 'offered' ? 'batches offer' : 'batches withdraw']}
          />
        }
      >
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <StateBadge state={offer} />
          <span>{formatPrice(batch.price_per_kg, batch.currency)}</span>
        </p>
      </PageHeader>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title="About">
          <FactList
            facts={[
              [
                'Project',
                <RowLink key="project" path={pathOfProject(project_id)}>
                  {project}
                </RowLink>,
              ],
              ['Registry', batch.registry],
              ['Vintage', vintage === null ? null : String(vintage)],
              ['Price per kg', formatPrice(batch.price_per_kg, batch.currency)],
              [
                'Offer',
                offer_reason === null ? wordsOf(offer) : `${wordsOf(offer)}: ${offer_reason}`,
              ],
              ['Id', <Identifier key="id" id={batch.id} name="Batch id" />],
            ]}
          />
        </Panel>
        <Panel title="Stock">
          <FactList
            facts={[
              ['Issued', formatKilograms(batch.kilograms)],
              ['Sold', formatKilograms(batch.sold_kg)],
              ['Held for open purchases', formatKilograms(batch.held_kg)],
              ['Available', formatKilograms(batch.available_kg)],
              ['Retired', formatTonnes(batch.retired_tonnes)],
              ['Due for retirement', formatTonnes(batch.due_tonnes)],
            ]}
          />
        </Panel>
        <Panel title="Prices" className="xl:col-span-2">
          {batch.prices.length === 0 ? (
            <EmptyNote>The price was never changed.</EmptyNote>
          ) : (
            <RecordTable
              name="Prices"
              heads={['Time', 'Price per kg', 'By', 'Source']}
              numbers={['Price per kg']}
              rows={batch.prices.map(({ at, by, price_per_kg, currency, source }) => ({
                key: at,
                cells: [
                  <Moment key="at" at={at} />,
                  formatPrice(price_per_kg, currency),
                  by,
                  wordsOf(source),
                ],
              }))}
            />
          )}
        </Panel>
      </div>
    </>
  )
}
