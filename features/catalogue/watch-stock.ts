// Sets the metrics of kilograms for sale: in total, and of each featured project, which buyers see first.
import { Gauge } from 'prom-client'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { openKnownGauge } from '#platform/metrics.ts'

/** The row without a project is the sum of all projects. */
const readStock = statement(
  'read-stock-for-sale',
  { project: 'text?', kg: 'int8' },
  `with offered as (
     select p.id, p.registry || ' ' || p.external_id as project, coalesce(sum(s.available_kg), 0) as kg
     from projects p left join batches b on b.project_id = p.id and b.offer = 'offered'
     left join batch_stock s on s.batch_id = b.id
     where p.unlisted_status is null group by p.id)
   select null as project, coalesce(sum(kg), 0)::bigint as kg from offered
   union all
   select project, kg::bigint from offered where id in (select project_id from featured_projects)`,
)

const stock = openKnownGauge({
  name: 'stock_kilograms',
  help: 'Kilograms for sale: of offered batches of listed projects, without those in open reservations.',
})
const featuredStock = new Gauge({
  name: 'featured_stock_kilograms',
  help: 'The same for each featured project.',
  labelNames: ['project'],
  // Every process reads the same rows.
  aggregator: 'max',
})

/** Sets the metrics. Returns 0, so that the next round waits its full interval. */
export async function watchStock(db: Db): Promise<number> {
  const rows = await db.run(readStock)
  featuredStock.reset()
  for (const { project, kg } of rows) {
    if (project === null) stock.set(kg)
    else featuredStock.set({ project }, kg)
  }
  return 0
}
