// Serves the user's own certificates over HTTP. No SQL, no rules.
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
    const made = await makeCertificate(services, viewerOf(request), request.body)
    if (isProblem(made)) return made
    return answered(made.isNew ? 201 : 200, onWire(made.certificate))
  })

  serve(app, calls.listCertificates, async (request) => {
    const { passportId } = viewerOf(request)
    const own = await findOwnCertificate(db, request.query.tx_id, passportId)
    return own === null ? [] : [onWire(own)]
  })

  serve(app, calls.nameCertificate, async (request) => {
    const change = { code: request.params.code, name: request.body.name }
    const named = await nameCertificate(services, viewerOf(request).passportId, change)
    return isProblem(named) ? named : onWire(named)
  })

  serve(app, calls.closeCertificate, async (request) => {
    const code = readCertificateCode(request.params.code)
    const { passportId } = viewerOf(request)
    const isClosed = code !== null && (await deleteCertificate(db, code, passportId))
    return isClosed ? answered(204, undefined) : problem('certificate_not_found')
  })
}
