// Serves the figures as JSON at `/transparency.json`. The server serves the page `/transparency` with its
// other HTML documents.
import type { WitnessingState } from '#features/log/read-log-state.ts'
import type { Figures } from '#features/retirements/read-figures.ts'
import {
  brotliQuality,
  type KeptBytes,
  keepBytes,
  sendKept,
} from '#platform/http/pages/kept-bytes.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { problem } from '#values/problem.ts'
import type { ReadTransparency, Transparency } from './read-transparency.ts'
import { getTransparency, type TransparencyFacts } from './transparency-calls.ts'
import { paths } from './transparency-paths.ts'

type TransparencyRouteOptions = {
  readonly transparency: ReadTransparency
  readonly publicUrl: string
}

const figuresOf = (figures: Figures & { readonly confirmedOn: string | null }) => ({
  issued_kg: figures.issuedKg,
  sold_kg: figures.soldKg,
  retired_kg: figures.retiredKg,
  due_kg: figures.dueKg,
  withdrawn_kg: figures.withdrawnKg,
  replaced_kg: figures.replacedKg,
  confirmed_kg: figures.confirmedKg,
  confirmed_on: figures.confirmedOn,
})

export function transparencyRoutes(
  app: Api,
  { transparency, publicUrl }: TransparencyRouteOptions,
): void {
  /** JSON of each reading of the figures. */
  const jsonCache = new WeakMap<Transparency, KeptBytes>()
  serve(app, getTransparency, async (request, reply) => {
    const figures = await transparency(request.query.page)
    if (figures === null) return problem('not_found')
    const { page, pageCount } = figures
    if (page < pageCount) {
      void reply.header('link', `<${paths.jsonPage(page + 1)}>; rel="next"`)
    }
    const json = () => JSON.stringify(factsOf(figures, publicUrl))
    const bytes = jsonCache.get(figures) ?? keepBytes(json(), brotliQuality.forAnswers)
    jsonCache.set(figures, bytes)
    return sendKept(request, reply, bytes, {
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    })
  })
}

function factsOf(
  {
    asOf,
    total,
    confirmedOn,
    nextRetirement,
    batchCount,
    uncomparedCount,
    batches,
    log,
  }: Transparency,
  publicUrl: string,
): TransparencyFacts {
  return {
    as_of: asOf.toISOString(),
    ...figuresOf({ ...total, confirmedOn }),
    next_retirement_by: nextRetirement?.by ?? null,
    oldest_due_since: nextRetirement?.dueSince.toISOString() ?? null,
    batch_count: batchCount,
    uncompared_count: uncomparedCount,
    batches: batches.map(({ registry, project, serial, isUncompared, ...figures }) => ({
      registry,
      project,
      serial,
      uncompared: isUncompared,
      ...figuresOf(figures),
    })),
    log:
      log === null
        ? null
        : {
            origin: log.origin,
            size: log.size,
            root: log.root,
            checkpoint_url: `${publicUrl}/log/checkpoint`,
            key_url: `${publicUrl}/log/key`,
            witnessing: log.witnessing === null ? null : witnessingOnWire(log.witnessing),
          },
  }
}

function witnessingOnWire({ names, quorum, cosigned, isUnknown }: WitnessingState) {
  return {
    witnesses: [...names],
    quorum,
    cosigned:
      cosigned === null
        ? null
        : { size: cosigned.size, witnesses: [...cosigned.names], at: cosigned.at.toISOString() },
    unknown_after_restore: isUnknown,
  }
}
