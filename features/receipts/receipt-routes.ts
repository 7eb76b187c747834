// Serves receipts, credit notes and statements over HTTP.
import { viewerOf } from '#features/people/session-check.ts'
import { findDocuments, type PaperDocument } from '#features/tax/read-documents.ts'
import { sendDrawing } from '#platform/drawing/send-drawing.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isSandbox } from '#providers/provider-table.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, readLanguage } from '#values/lists/languages.ts'
import { problem } from '#values/problem.ts'
import { readStatement } from './read-statement.ts'
import {
  findReceipt,
  findRefundPayments,
  findReturnedWallets,
  needsNumber,
} from './receipt-queries.ts'
import type { Services } from './receipt-services.ts'
import * as calls from './receipts-calls.ts'

/** Seconds after which a new purchase usually has its number. */
const numberingSeconds = 2

const receiptIn = (documents: readonly PaperDocument[]) =>
  documents.find(({ kind }) => kind === 'receipt') ?? null
const notesIn = (documents: readonly PaperDocument[]) =>
  documents.filter(({ kind }) => kind === 'credit_note')

export function receiptRoutes(app: Api, { db, clock, draw, settings }: Services): void {
  const { seller } = settings
  const noteIn = (language: Language) =>
    isSandbox(settings.cards) ? textIn(language, 'common_sandbox') : null

  serve(app, calls.downloadReceipt, async (request, reply) => {
    const viewer = viewerOf(request)
    const { tx_id } = request.params
    const receipt = await findReceipt(db, tx_id, viewer.passportId)
    if (receipt === null) return problem('purchase_not_found')
    const documents = await findDocuments(db, receipt.paid.id)
    const document = receiptIn(documents)
    if (document === null && needsNumber(receipt)) {
      return problem('not_yet', { retryAfterSeconds: numberingSeconds })
    }
    const language = readLanguage(viewer.language)
    const note = noteIn(language)
    const payments = await findRefundPayments(db, receipt.paid.id)
    const papers = { document, notes: notesIn(documents), payments }
    const job = { kind: 'receipt', ...receipt, ...papers, language, seller, note } as const
    const name = `receipt-${receipt.paid.tx_id}`
    return sendDrawing(request, reply, { draw, job, kind: 'pdf', name })
  })

  serve(app, calls.downloadCreditNote, async (request, reply) => {
    const viewer = viewerOf(request)
    const purchase = await findReceipt(db, request.params.tx_id, viewer.passportId)
    if (purchase === null) return problem('purchase_not_found')
    const { paid, wallets } = purchase
    const documents = await findDocuments(db, paid.id)
    const receipt = receiptIn(documents)
    const notes = notesIn(documents)
    if (receipt === null || notes.length === 0) return problem('credit_note_not_found')
    const language = readLanguage(viewer.language)
    const texts = { language, seller, note: noteIn(language) }
    const returned = await findReturnedWallets(db, paid.id)
    const payments = await findRefundPayments(db, paid.id)
    const papers = { receipt, notes, returned, payments }
    const job = { kind: 'credit-note', paid, wallets, ...papers, ...texts } as const
    return sendDrawing(request, reply, {
      draw,
      job,
      kind: 'pdf',
      name: `credit-note-${paid.tx_id}`,
    })
  })

  serve(app, calls.downloadStatement, async (request, reply) => {
    const viewer = viewerOf(request)
    const { year } = request.query
    const statement = await readStatement(db, viewer.passportId, year, new Date(clock()))
    if (statement === null) return problem('bad_request', { text: 'That year has not begun.' })
    const language = readLanguage(viewer.language)
    const job = { kind: 'statement', statement, language, seller, note: noteIn(language) } as const
    return sendDrawing(request, reply, { draw, job, kind: 'pdf', name: `statement-${year}` })
  })
}
