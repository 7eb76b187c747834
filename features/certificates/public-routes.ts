// Serves a certificate publicly over HTTP, as a page, JSON, a picture and a PDF. Their headers forbid
// caching, indexing by search engines, and referrers.
import type { FastifyRequest } from 'fastify'
import { certificatePage, missingPage } from '#features/certificates/certificate-page.ts'
import { certificateWords } from '#features/certificates/certificate-words.ts'
import { certificateZone } from '#features/certificates/drawing.ts'
import { withPaperNames } from '#features/certificates/paper-names.ts'
import {
  type Certificate,
  factsOf,
  readCertificate,
} from '#features/certificates/read-certificate.ts'
import { sendDrawing } from '#platform/drawing/send-drawing.ts'
import { languageVary, namedLanguage, pageLanguage } from '#platform/http/pages/page-language.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { shareReadings } from '#platform/shared-readings.ts'
import type { Language } from '#values/lists/languages.ts'
import { problem } from '#values/problem.ts'
import { certificateUrl } from './certificate-routes.ts'
import type { PublicServices } from './certificate-services.ts'
import * as calls from './certificates-calls.ts'

const config = {
  headers: {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
} as const

const languageFor = (request: FastifyRequest): Language =>
  namedLanguage(request) ?? pageLanguage(request)

export function publicCertificateRoutes(app: Api, services: PublicServices): void {
  const { db, styles, draw, settings, clock } = services
  const options = { policy: settings.logWitnesses?.policy, clock }
  // Concurrent requests for the same code share one reading.
  const share = shareReadings<Certificate | null>()
  const find = (code: string) => share(code, () => readCertificate(db, code, options))
  // They then share the page of each language, too: a drawing costs more than a reading.
  const pages = new WeakMap<Certificate, Map<Language, string>>()
  const pageOf = (certificate: Certificate, language: Language): string => {
    const drawn = pages.get(certificate) ?? new Map<Language, string>()
    pages.set(certificate, drawn)
    const context = { styles, url: certificateUrl(services, certificate.code) }
    const page =
      drawn.get(language) ??
      certificatePage(certificate, certificateWords(certificate, language), context)
    drawn.set(language, page)
    return page
  }
  const readFacts = async (code: string) => {
    const certificate = await find(code)
    return certificate === null ? problem('certificate_not_found') : factsOf(certificate)
  }
  // Pages of other origins may read the facts, so that they can verify them.
  serve(app, calls.getCertificateFacts, ({ params }) => readFacts(params.code), {
    ...config,
    anyOrigin: true,
  })

  serve(
    app,
    calls.getCertificatePicture,
    async (request, reply) => {
      const certificate = await find(request.params.code)
      if (certificate === null) return problem('certificate_not_found')
      const { code } = certificate
      const words = certificateWords(withPaperNames(certificate), languageFor(request))
      const job = { kind: 'share-image', code, words } as const
      void reply.header('vary', languageVary)
      return sendDrawing(request, reply, { draw, job, kind: 'png', name: `certificate-${code}` })
    },
    config,
  )

  serve(
    app,
    calls.getCertificatePaper,
    async (request, reply) => {
      const certificate = await find(request.params.code)
      if (certificate === null) return problem('certificate_not_found')
      const { code, date: day } = certificate
      const words = certificateWords(withPaperNames(certificate), languageFor(request))
      const zone = certificateZone(certificate)
      const url = certificateUrl(services, code)
      const job = { kind: 'certificate-paper', code, day, zone, words, url } as const
      void reply.header('vary', languageVary)
      return sendDrawing(request, reply, { draw, job, kind: 'pdf', name: `certificate-${code}` })
    },
    config,
  )

  serve(
    app,
    calls.getCertificatePage,
    async (request, reply) => {
      const language = languageFor(request)
      void reply.type('text/html; charset=utf-8').header('vary', languageVary)
      const certificate = await find(request.params.code)
      if (certificate === null) return reply.code(404).send(missingPage(language, styles))
      return reply.send(pageOf(certificate, language))
    },
    config,
  )
}
