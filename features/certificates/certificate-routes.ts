// Serves the user's own certificates over HTTP. No SQL, no rules.
import { z } from 'zod'
import { viewerOf } from '#features/people/session-check.ts'
import { sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import { problem } from '#values/problem.ts'
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { deleteCertificate, findOwnCertificate } from './certificate-queries.ts'
import type { Services } from './certificate-services.ts'
import {
  type CertificateReply,
  certificateParams,
  certificateReply,
  certificatesQuery,
  changeProblems,
  makeCertificateBody,
  makeProblems,
  nameCertificateBody,
  publicProblems,
} from './contract.ts'
import { makeCertificate, type OwnCertificate } from './make-certificate.ts'
import { nameCertificate } from './name-certificate.ts'

const onePath = '/api/certificates/:code'

/** Returns the public address of a certificate. */
export function certificateUrl({ settings }: Pick<Services, 'settings'>, code: string): string {
  return `${settings.publicUrl}/c/${code}`
}

export function certificateRoutes(app: Api, services: Services): void {
  const { db } = services
  const onWire = ({ code, name }: OwnCertificate): CertificateReply => {
    return { code, url: certificateUrl(services, code), name }
  }

  app.post(
    '/api/certificates',
    {
      config: { problems: makeProblems },
      schema: {
        body: makeCertificateBody,
        response: { 200: certificateReply, 201: certificateReply },
      },
    },
    async (request, reply) => {
      const made = await makeCertificate(services, viewerOf(request), request.body)
      if ('problem' in made) return sendProblem(reply, made)
      return reply.code(made.isNew ? 201 : 200).send(onWire(made.certificate))
    },
  )

  app.get(
    '/api/certificates',
    { schema: { querystring: certificatesQuery, response: { 200: certificateReply.array() } } },
    async (request) => {
      const { passportId } = viewerOf(request)
      const own = await findOwnCertificate(db, request.query.tx_id, passportId)
      return own === null ? [] : [onWire(own)]
    },
  )

  app.patch(
    onePath,
    {
      config: { problems: changeProblems },
      schema: {
        params: certificateParams,
        body: nameCertificateBody,
        response: { 200: certificateReply },
      },
    },
    async (request, reply) => {
      const asked = { code: request.params.code, name: request.body.name }
      const named = await nameCertificate(services, viewerOf(request).passportId, asked)
      return 'problem' in named ? sendProblem(reply, named) : onWire(named)
    },
  )

  app.delete(
    onePath,
    {
      config: { problems: publicProblems },
      schema: { params: certificateParams, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const code = readCertificateCode(request.params.code)
      const { passportId } = viewerOf(request)
      const closed = code !== null && (await deleteCertificate(db, code, passportId))
      if (!closed) return sendProblem(reply, problem('certificate_not_found'))
      return reply.code(204).send(undefined)
    },
  )
}
