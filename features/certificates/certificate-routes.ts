// Serves the user's own certificates over HTTP.
import { viewerOf } from '#features/people/session-check.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { answered } from '#values/call.ts'
import { isProblem, problem } from '#values/problem.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { deleteCertificate, findOwnCertificate } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'
import * as calls from './certificates-calls.ts'
import { makeCertificate, type OwnCertificate } from './make-certificate.ts'
import { nameCertificate } from './name-certificate.ts'

/** Returns the public address of a certificate. */
export function certificateUrl({ settings }: Pick<Services, 'settings'>, code: string): string {
  return `${settings.publicUrl}/c/${code}`
}

export function certificateRoutes(app: Api, services: Services): void {
  const { db } = services
  const onWire = ({ code, name }: OwnCertificate): calls.CertificateReply => {
    return { code, url: certificateUrl(services, code), name }
  }

  serve(app, calls.makeCertificate, async (request) => {
    const result = await makeCertificate(services, viewerOf(request), request.body)
    if (isProblem(result)) return result
    return answered(result.isNew ? 201 : 200, onWire(result.certificate))
  })

  serve(app, calls.listCertificates, async (request) => {
    const { passportId } = viewerOf(request)
    const certificate = await findOwnCertificate(db, request.query.tx_id, passportId)
    return certificate === null ? [] : [onWire(certificate)]
  })

  serve(app, calls.nameCertificate, async (request) => {
    const change = { code: request.params.code, name: request.body.name }
    const result = await nameCertificate(services, viewerOf(request).passportId, change)
    return isProblem(result) ? result : onWire(result)
  })

  serve(app, calls.closeCertificate, async (request) => {
    const code = readCertificateCode(request.params.code)
    const { passportId } = viewerOf(request)
    const isClosed = code !== null && (await deleteCertificate(db, code, passportId))
    return isClosed ? answered(204, undefined) : problem('certificate_not_found')
  })
}
