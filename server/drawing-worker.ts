// Runs in the thread that draws papers and pictures (platform/drawing/drawing-thread.ts). Only this
// module loads the drawing libraries; no other module may import it.
import { certificatePaper } from '#features/certificates/certificate-paper.ts'
import { shareImage } from '#features/certificates/share-image.ts'
import { programmeStatementPaper } from '#features/partners/statements/programme-statement-paper.ts'
import { creditNotePaper } from '#features/receipts/credit-note-paper.ts'
import { receiptPaper } from '#features/receipts/receipt-paper.ts'
import { statementPaper } from '#features/receipts/statement-paper.ts'
import { answerJobs } from '#platform/drawing/answer-jobs.ts'
import type { Drawing } from '#server/services.ts'

answerJobs((job: Drawing) => {
  switch (job.kind) {
    case 'certificate-paper':
      return certificatePaper(job)
    case 'share-image':
      return shareImage(job)
    case 'receipt':
      return receiptPaper(job)
    case 'credit-note':
      return creditNotePaper(job)
    case 'statement':
      return statementPaper(job)
    case 'programme-statement':
      return programmeStatementPaper(job)
  }
})
